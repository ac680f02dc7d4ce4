// @ts-check
import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { VIEWPORT } from './tab.mjs'

/** Chromium through Playwright. @type {import('./tab.mjs').OpenTab} */
export async function openChromium() {
  const browser = await chromium.launch(launchOptions())
  const page = await browser.newPage({ viewport: VIEWPORT })
  return {
    version: `Chromium ${browser.version()}`,
    goto: async (url) => void (await page.goto(url)),
    run: (source, ...args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    selectAll: () => page.keyboard.press('ControlOrMeta+a'),
    close: () => browser.close(),
  }
}
