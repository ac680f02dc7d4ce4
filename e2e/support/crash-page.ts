import type { Page } from '@playwright/test'

/** Kills the process that renders a page, as the browser does when its memory is out. */
export async function crashPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // Never answered: who would answer is gone.
  void session.send('Page.crash').catch(() => undefined)
  await crashed
}
