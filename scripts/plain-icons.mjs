// @ts-check
/**
 * Lucide's icons as plain drawings. The library draws them for every framework and in every way there
 * is, which the page, where an icon has a size and a class, would load before anything else. Their shapes
 * are kept in the checkout, since 5000 files come with the library.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'

const DRAWING = path.join(root, 'src/ui/create-icon.ts')
const IMPORTED = 'lucide-react/icons/'

/** The shapes of each icon that the page has, by its name; a test keeps it as the library has them. */
export const SHAPES_FILE = path.join(root, 'vendor/lucide/shapes.json')

/**
 * Vite plugin: each icon that is built in is its shapes alone, drawn by `src/ui/create-icon.ts`.
 * @returns {import('vite').Plugin}
 */
export function plainIcons() {
  /** @type {Record<string, unknown>} */
  const shapes = JSON.parse(readFileSync(SHAPES_FILE, 'utf8'))
  // As a file of the controls, which it is put together with.
  const folder = path.join(root, 'src/ui/icons', path.sep)
  return {
    name: 'plain-icons',
    apply: 'build',
    // Before the library is looked for.
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^${IMPORTED}`) },
      handler: (id) => folder + id.slice(IMPORTED.length),
    },
    load(id) {
      if (!id.startsWith(folder)) return undefined
      const drawn = shapes[id.slice(folder.length)]
      if (drawn === undefined)
        this.error(`${id} has no shapes yet: npx vitest run scripts/plain-icons.test.mjs -u`)
      return {
        code: `import { createIcon } from ${JSON.stringify(DRAWING)}\nexport default createIcon(${JSON.stringify(drawn)})`,
        map: null,
      }
    },
  }
}
