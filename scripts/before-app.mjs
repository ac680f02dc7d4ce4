// @ts-check
import { createHash } from 'node:crypto'
import path from 'node:path'

import { build } from 'vite'

import { root } from './checkout.mjs'

/** In the checkout, and as index.html names it. */
const SOURCE = '/src/app/shell/before-app.ts'

/**
 * Vite plugin: what runs before the app is one classic script of its own, so that the page waits for it before it is
 * painted, and a browser that can't read the app can read that. The dev server has it as a module like all others.
 * @returns {import('vite').Plugin}
 */
export function beforeApp() {
  let source = ''
  let fileName = ''
  let url = ''
  return {
    name: 'before-app',
    apply: 'build',
    async configResolved({ base }) {
      source = await classicScript()
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      fileName = `assets/before-app-${hash}.js`
      url = base + fileName
    },
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      // Before Vite takes it for a part of the app.
      order: 'pre',
      handler(html) {
        const module = `<script type="module" src="${SOURCE}">`
        if (!html.includes(module)) throw new Error(`index.html has no ${module}`)
        return html.replace(module, `<script vite-ignore src="${url}">`)
      },
    },
  }
}

async function classicScript() {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2015',
      rolldownOptions: { input: path.join(root, SOURCE), output: { format: 'iife' } },
    },
  })
  const [script] = Array.isArray(made) || !('output' in made) ? [] : made.output
  if (script?.type !== 'chunk') throw new Error(`${SOURCE} was not built.`)
  return script.code
}
