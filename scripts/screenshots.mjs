// @ts-check
/** `npm run screenshots`: every screen, at two sizes in two themes, into docs/pictures/. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'
import { runMain } from './plain-failure.mjs'
import { runService } from './run-service.mjs'
import { setUp } from './setup.mjs'

/**
 * @typedef {object} Screen
 * @property {string} name of the picture
 * @property {string} path where it is
 * @property {(page: import('playwright').Page) => Promise<void>} prepare brings it into view
 */

/** @type {Screen[]} */
const screens = [
  {
    name: 'chat',
    path: '/chat',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Message' }).fill('What can I try here?')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('article', { name: 'Assistant message' }).waitFor()
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    },
  },
]

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
const themes = /** @type {const} */ (['light', 'dark'])
const folder = path.join(root, 'docs/pictures')
const limitBytes = 150_000

await runMain(async () => {
  setUp()
  mkdirSync(folder, { recursive: true })
  const { ensureBrowser, launchOptions } = await import('./browser.mjs')
  await ensureBrowser()
  const { chromium } = await import('playwright')
  const service = await runService(['--memory', '--port', '0'])
  const browser = await chromium.launch(launchOptions())
  try {
    for (const screen of screens) {
      for (const [size, viewport] of Object.entries(sizes)) {
        for (const colorScheme of themes) {
          const name = `${screen.name}-${size}-${colorScheme}.png`
          const bytes = await picture(browser, service.ready.appUrl, screen, name, {
            viewport,
            colorScheme,
          })
          const remark = bytes > limitBytes ? ` (over the ${limitBytes / 1000} kB we keep to)` : ''
          console.log(`docs/pictures/${name} ${(bytes / 1000).toFixed(0)} kB${remark}`)
        }
      }
    }
  } finally {
    await browser.close()
    await service.stop()
  }
})

/**
 * @param {import('playwright').Browser} browser
 * @param {string} appUrl
 * @param {Screen} screen
 * @param {string} name file name
 * @param {import('playwright').BrowserContextOptions} look
 * @returns {Promise<number>} size in bytes
 */
async function picture(browser, appUrl, screen, name, look) {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', locale: 'en-US' })
  try {
    const page = await context.newPage()
    await page.goto(new URL(screen.path, appUrl).href)
    await screen.prepare(page)
    const image = await page.screenshot({ path: path.join(folder, name), caret: 'hide' })
    return image.length
  } finally {
    await context.close()
  }
}
