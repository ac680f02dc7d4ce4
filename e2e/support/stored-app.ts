import { expect, type Page } from '@playwright/test'

/** Longer than the page is quiet before it stores the app, ms. */
const QUIET_MS = 3_000

/** Waits until the app is stored and served from there, in a page whose clock is installed before it is opened. */
export async function appStored(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(QUIET_MS)
        return page.evaluate(() => navigator.serviceWorker.controller !== null)
      },
      { intervals: [200] },
    )
    .toBe(true)
}
