import { expect, test } from '../testing/open-page.tsx'

test('the shortcut of the Inspector moves the focus into it, and back', async ({ chat, page }) => {
  await chat.ask('/tokens 3')
  await chat.message.focus()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(chat.inspector).toBeFocused()
  await expect(chat.inspector.getByRole('tab', { selected: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(chat.inspector).toBeHidden()
  await expect(chat.message).toBeFocused()

  // Where it is open already, the first press goes into it.
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await chat.message.focus()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(chat.inspector).toBeFocused()
  await page.getByRole('button', { name: 'Close inspector' }).press('Enter')
  await expect(chat.message).toBeFocused()
})
