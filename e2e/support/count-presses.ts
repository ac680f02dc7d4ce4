import type { Page } from '@playwright/test'

/** Counts presses from here on, as the page sees them; typing, paste and Enter are none. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counted = { presses: 0 }
  await page.exposeFunction('countPress', () => {
    counted.presses += 1
  })
  const count = () => {
    addEventListener('pointerdown', () => void Reflect.get(globalThis, 'countPress')(), true)
  }
  await page.addInitScript(count)
  await page.evaluate(count)
  return async () => counted.presses
}
