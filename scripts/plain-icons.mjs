// @ts-check
/**
 * Lucide's icons as plain drawings. The library draws them for every framework and in every way there
 * is, which the page, where an icon has a size and a class, would load before anything else.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from './checkout.mjs'

const DRAWING = path.join(root, 'src/ui/create-icon.ts')

/** @typedef {[tag: string, attributes: Record<string, string>]} Shape */

/**
 * Vite plugin: each icon that is built in is its shapes alone, drawn by `src/ui/create-icon.ts`.
 * @returns {import('vite').Plugin}
 */
export function plainIcons() {
  return {
    name: 'plain-icons',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      async handler(_, id) {
        /** @type {{ __iconData?: { node: Shape[] } }} */
        const { __iconData: icon } = await import(pathToFileURL(id).href)
        // Another name for an icon only passes it on.
        if (icon === undefined) return undefined
        const shapes = JSON.stringify(icon.node.map(plain))
        return {
          code: `import { createIcon } from ${JSON.stringify(DRAWING)}\nexport default createIcon(${shapes})`,
          map: null,
        }
      },
    },
  }
}

/** A shape as `createIcon` takes it, without the key of React. @param {Shape} shape */
function plain([tag, { key: _, ...attributes }]) {
  return tag === 'path' && Object.keys(attributes).length === 1
    ? attributes['d']
    : [tag, attributes]
}
