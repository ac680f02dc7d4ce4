import { expect, type Locator, type Page } from '@playwright/test'

export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toBeVisible()
  return history
}

/** Takes an item of a menu of the history, with the keyboard: its button is shown to who points at it. */
export async function choose(history: Locator, menu: string, item: string): Promise<void> {
  const button = history.getByRole('button', { name: menu, exact: true })
  await button.focus()
  await button.press('Enter')
  await history.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function newChat(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'History' })
    .getByRole('button', { name: 'New chat' })
    .click()
  await expect(page.getByRole('article')).toHaveCount(0)
}
