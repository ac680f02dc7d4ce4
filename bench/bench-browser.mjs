// @ts-check
/** The browser of a bench: found where there is one, and started again when it has died. */
import { chromium } from 'playwright'

import { ensureBrowser, launchOptions } from '../scripts/browser.mjs'

/** @typedef {import('playwright').Browser} Browser */
/** @typedef {import('playwright').Page} Page */
/**
 * @typedef {object} BenchBrowser
 * @property {<Result>(url: string, work: (page: Page, browser: Browser) => Promise<Result>, options?: import('playwright').BrowserContextOptions) => Promise<Result>} onPage
 *   works in a fresh page; from the start in another browser if this one dies, once
 * @property {() => string} version of the browser
 * @property {() => Promise<void>} close
 */

/** @type {import('playwright').BrowserContextOptions} */
const DESKTOP = { viewport: { width: 1000, height: 800 } }

/** @returns {Promise<BenchBrowser>} */
export async function openBrowser() {
  await ensureBrowser()
  let browser = await chromium.launch(launchOptions())
  return {
    onPage: async (url, work, options = DESKTOP) => {
      try {
        return await onPage(browser, url, work, options)
      } catch (error) {
        // The system ends browsers when memory is short; what was measured before still counts.
        if (browser.isConnected()) throw error
        console.log('The browser has died; the measurement is repeated in another one.')
        browser = await chromium.launch(launchOptions())
        return onPage(browser, url, work, options)
      }
    },
    version: () => browser.version(),
    close: () => browser.close(),
  }
}

/**
 * @template Result @param {Browser} browser @param {string} url
 * @param {(page: Page, browser: Browser) => Promise<Result>} work
 * @param {import('playwright').BrowserContextOptions} options @returns {Promise<Result>}
 */
async function onPage(browser, url, work, options) {
  const page = await browser.newPage(options)
  try {
    await page.goto(url)
    return await work(page, browser)
  } finally {
    // One that died with its browser is closed already, and why it died is the error to be seen.
    await page.close().catch(() => undefined)
  }
}
