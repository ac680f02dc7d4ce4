// @ts-check
/** Builds the service worker of a built app: it names every file of this build, with its hash. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { build } from 'vite'

import { root } from './checkout.mjs'

/** What the app is made of: not its samples, nor what hosts read. */
const SHELL = /^(?:assets\/.+|icon[\w-]*\.\w+|apple-touch-icon\.png|manifest\.webmanifest)$/

/**
 * @param {string} folder of the built app, in the checkout
 * @param {string} base the path on the web server that it is built for
 */
export async function buildServiceWorker(folder, base) {
  const dist = path.join(root, folder)
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => SHELL.test(name))
    .sort()
  const files = Object.fromEntries(
    names.map((name) => [base + name, hashOf(path.join(dist, name))]),
  )
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(
    ([, src]) => src,
  )
  if (scripts.length === 0) throw new Error('index.html loads no script')

  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify({ base, scripts, files }) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: path.join(root, 'src/app/service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
  const output = Array.isArray(made) || !('output' in made) ? [] : made.output
  const [script] = output
  if (script?.type !== 'chunk') throw new Error('The service worker was not built.')
  // With the page in it, the worker is another one when the page alone has changed.
  writeFileSync(
    path.join(dist, 'service-worker.js'),
    `${script.code}\n// ${hashOf(path.join(dist, 'index.html'))}\n`,
  )
}

/** @param {string} file */
function hashOf(file) {
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`
}
