// @ts-check
import path from 'node:path'

import { root } from './checkout.mjs'
import { firstScreenFiles } from './first-screen.mjs'

const SRC = path.join(root, 'src', path.sep)
const FIRST = path.join(SRC, 'styles.css')
const LATER = path.join(SRC, 'later.css')

/** Where styles.css says whose classes it has. */
const EVERYTHING = "@source './**/*.tsx';"

/**
 * Vite plugin: the sheet of the page has the classes of the first screen alone, and what is not on it
 * imports `src/later.css`. The dev server has one sheet with everything.
 * @returns {import('vite').Plugin}
 */
export function splitStyles() {
  // With what the build alone draws, into the pages.
  const first = firstScreenFiles().add(path.join(SRC, 'app/shell/prerender.tsx'))
  return {
    name: 'split-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(?:styles\.css|.*\.tsx)$/ },
      handler(code, moduleId) {
        const id = path.normalize(moduleId)
        if (id === FIRST) {
          if (!code.includes(EVERYTHING)) throw new Error(`${FIRST} does not say ${EVERYTHING}`)
          return { code: code.replace(EVERYTHING, [...first].map(source).join('\n')), map: null }
        }
        if (!id.startsWith(SRC) || first.has(id)) return undefined
        return { code: `import ${JSON.stringify(LATER)}\n${code}`, map: null }
      },
    },
  }
}

/** @param {string} file */
function source(file) {
  return `@source '${path.relative(SRC, file).replaceAll('\\', '/')}';`
}
