import { expect, type Locator } from '@playwright/test'

/**
 * Waits until something is shown, and looks every 50 ms: by itself Playwright looks after 270 ms, and from
 * then on every 500 ms, between which most of what a page has to do is done.
 */
export function seen(locator: Locator): Promise<void> {
  const message = `not seen: ${String(locator)}`
  return expect.poll(() => locator.isVisible(), { message, intervals: [50] }).toBe(true)
}
