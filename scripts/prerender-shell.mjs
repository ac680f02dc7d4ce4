// @ts-check
/** Draws the empty chat into the built index.html: what a browser shows until the app is there. */
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
  const { drawShell } = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href)
  const html = await drawShell()
  rmSync(outDir, { recursive: true })
  const page = path.join(root, folder, 'index.html')
  const plain = readFileSync(page, 'utf8')
  if (!plain.includes(PLACE)) throw new Error(`${page} has no ${PLACE}`)
  writeFileSync(
    page,
    plain.replace(PLACE, () => `<div id="root">${html}</div>`),
  )
  // What doesn't begin as an empty chat: every other path.
  writeFileSync(path.join(root, folder, 'area.html'), plain)
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
