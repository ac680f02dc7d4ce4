import type { Page } from '@playwright/test'

import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

/** Opens an area in the same page, until it is there. */
async function openArea(page: Page, area: string): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: area, exact: true }).click()
  const heading = page.getByRole('heading', { name: area, level: 1, exact: true })
  await expect(heading).toBeAttached()
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
}

test('the connection dialog, the palette and the areas besides the chat are accessible', async ({
  chat: _,
  page,
}) => {
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothColors(page, { include: 'dialog[open]' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothColors(page, { include: 'dialog[open]' })
  await page.keyboard.press('Escape')
  for (const area of ['Image', 'Evaluate', 'Wallet', 'Explore']) {
    await openArea(page, area)
    await expectAccessibleInBothColors(page)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('nothing scrolls sideways, and the settings are a sheet', async ({ chat, page }) => {
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    expect(await sideways()).toBe(0)
    await chat.ask('/markdown /rate 2000')
    expect(await sideways()).toBe(0)
    await page.getByRole('button', { name: /^Settings/ }).click()
    await expect(chat.settings).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(chat.settings).toBeHidden()
    for (const area of ['Image', 'Evaluate', 'Wallet', 'Explore']) {
      await openArea(page, area)
      expect(await sideways()).toBe(0)
    }
  })
})
