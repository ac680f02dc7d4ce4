import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the panel of balance, limits and caps. */
export async function openLimits(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Balance and limits/ }).click()
  const panel = page.getByRole('dialog', { name: 'Balance and limits' })
  await expect(panel.getByRole('heading', { name: 'Balance and limits' })).toBeFocused()
  return panel
}

/** Sets a cap in the open panel. */
export async function setCap(panel: Locator, name: string, usd: string): Promise<void> {
  const field = panel.getByRole('textbox', { name: `${name}, USD` })
  await field.fill(usd)
  await field.press('Enter')
}
