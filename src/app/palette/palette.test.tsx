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

test('the palette chooses a model, finds settings, and keys do the rest', async ({
  chat,
  page,
}) => {
  const type = async (text: string, option: string | RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Command' }).fill(text)
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
    await expect(chosen).toHaveText(option)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto('/wallet')
  await type('use sandbox-fast', /^sandbox-fast/)
  await expect(chat.model).toHaveValue('sandbox-fast')
  await type('top_k', /^top_k/)
  await expect(page.locator(':focus')).toHaveAccessibleName(/^top_k/)

  await chat.ask('/echo what the palette set')
  await page.keyboard.press('ControlOrMeta+Shift+O')
  await expect(page).toHaveURL(/\/chat$/)
  await type('palette', /what the palette set/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+/')
  await expect(chat.model).toBeFocused()
  await page.keyboard.press('Escape')
  await chat.message.press('ArrowUp')
  await expect(page.locator(':focus')).toHaveAccessibleName('Edit user message')
})
