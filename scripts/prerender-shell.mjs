// @ts-check
/** Draws into the built pages what a browser shows until the app is there, or when it can't be loaded. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'vite'

import { root } from './checkout.mjs'
import { plainIcons } from './plain-icons.mjs'

/** Where it is in the page. */
const PLACE = '<div id="root"></div>'

/**
 * @param {string} folder of the built app, in the checkout
 * @param {string} base the path on the web server that it is built for
 */
export async function prerenderShell(folder, base) {
  const outDir = path.join(root, 'build/shell')
  await build({
    root,
    base,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [plainIcons()],
    build: { ssr: path.join(root, 'src/app/shell/prerender.tsx'), outDir },
  })
  pretendBrowser()
  /** @type {typeof import('../src/app/shell/prerender.tsx')} */
  const { drawFailure, drawShell } = await import(
    pathToFileURL(path.join(outDir, 'prerender.js')).href
  )
  const shell = await drawShell()
  const failure = await drawFailure()
  rmSync(outDir, { recursive: true })
  const page = path.join(root, folder, 'index.html')
  // Comments are for who reads the source.
  const plain = readFileSync(page, 'utf8').replace(/\s*<!--[^]*?-->/g, '')
  if (!plain.includes(PLACE)) throw new Error(`${page} has no ${PLACE}`)
  const withRoot = (/** @type {string} */ html) =>
    plain.replace(PLACE, () => `<div id="root">${html}</div>`)
  writeFileSync(page, withRoot(shell + failure))
  // What doesn't begin as an empty chat: every other path.
  writeFileSync(path.join(root, folder, 'area.html'), withRoot(failure))
}

/** What modules of the page use while they are loaded and drawn. */
function pretendBrowser() {
  const nothing = () => undefined
  const listens = { addEventListener: nothing, removeEventListener: nothing }
  // As in a narrow window, without what JavaScript alone adds to a wide one: styles do the rest.
  const matchMedia = () => ({ matches: false, ...listens })
  const document = {
    ...listens,
    documentElement: { dataset: {} },
    querySelectorAll: () => [],
    visibilityState: 'visible',
  }
  const window = {
    ...listens,
    document,
    isSecureContext: true,
    location: new URL('http://shell.invalid/chat'),
    matchMedia,
    window: globalThis,
    navigator: { onLine: true, language: 'en', platform: '' },
  }
  for (const [name, value] of Object.entries(window))
    Object.defineProperty(globalThis, name, { value, configurable: true })
}
