import { expect, test } from '../testing/open-page.tsx'

test('an address that is no page says so and leads back', async ({ page }) => {
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Go to Chat' }).click()
  await expect(page).toHaveURL(/\/chat$/)
})

test('the palette opens with a key, finds a command and runs it', async ({ chat: _, page }) => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('wallet')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/wallet$/)
})
