import { expect, test } from '../../../app/testing/open-page.tsx'

test('models are filtered by what they can do, sorted and chosen', async ({ chat, page }) => {
  await page.getByRole('button', { name: 'Browse models' }).click()
  const dialog = page.getByRole('dialog', { name: 'Models' })
  await expect(dialog.getByRole('status')).toHaveText('14 of 14 models')
  await dialog.getByRole('button', { name: 'vision', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('3 of 14 models')
  await dialog.getByRole('button', { name: 'audio', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 of 14 models')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByRole('button', { name: 'Output / 1M' }).click()
  await expect(dialog.getByRole('columnheader', { name: 'Output / 1M' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(dialog.getByRole('row').nth(1)).toContainText('sandbox-fast')
  await dialog.getByRole('button', { name: 'Use sandbox-large' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(chat.model).toHaveValue('sandbox-large')
})

test('models are walked through and chosen by keyboard, each with its details', async ({
  chat,
  page,
}) => {
  await page.getByRole('button', { name: 'Browse models' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Models' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  const details = dialog.getByRole('region', { name: 'Model details' })
  await expect(details).toContainText('sandbox-')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  const row = dialog.getByRole('row', { selected: true })
  await expect(row).toBeFocused()
  const id = (await row.locator('.font-mono').first().textContent()) ?? ''
  await expect(details).toContainText(id)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(chat.model).toHaveValue(id)
})

test('deprecated and Pro-only models say so, with what to use instead', async ({ chat, page }) => {
  await chat.ready()
  await page.getByRole('button', { name: 'Browse models' }).click()
  const dialog = page.getByRole('dialog', { name: 'Models' })
  await dialog.getByRole('searchbox').fill('retired')
  await expect(dialog).toContainText('removed on 2027-06-30. Use sandbox-chat instead.')
  await dialog.getByRole('searchbox').fill('sandbox-pro')
  await expect(dialog).toContainText('Requires a Pro account (otherwise 401)')
})

test('traits, mappings and any text stand for a model', async ({ chat, page }) => {
  await chat.model.click()
  await expect(page.getByRole('option', { name: /sandbox-fast/ })).toBeVisible()
  // The names of others stand there only for whoever types one.
  await expect(page.getByRole('option', { name: /resolves to/ })).toHaveCount(0)
  await chat.model.fill('fastest')
  await expect(page.getByRole('option', { name: /fastest resolves to sandbox-fast/ })).toBeVisible()
  await chat.model.fill('gpt-4')
  await page.getByRole('option', { name: /gpt-4o resolves to sandbox-chat/ }).click()
  await expect(chat.model).toHaveValue('gpt-4o')
  expect(await chat.echo()).toMatchObject({ model: 'gpt-4o' })
  await page.getByRole('button', { name: 'Browse models' }).click()
  const dialog = page.getByRole('dialog', { name: 'Models' })
  await dialog.getByRole('searchbox').fill('my-own-model')
  await dialog.getByRole('button', { name: 'Use my-own-model anyway' }).click()
  await expect(chat.model).toHaveValue('my-own-model')
})

test('parameters go into the name and back', async ({ chat, page }) => {
  await chat.chooseModel('sandbox-chat')
  await chat.settings.getByRole('searchbox').fill('enable_web_search')
  await chat.choose('enable_web_search', 'on')
  await page.getByRole('button', { name: 'Browse models' }).click()
  const dialog = page.getByRole('dialog', { name: 'Models' })
  await dialog.getByRole('button', { name: 'Write enable_web_search as suffix' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(chat.model).toHaveValue('sandbox-chat:enable_web_search=on')
  const body = await chat.echo()
  expect(body).toMatchObject({ model: 'sandbox-chat:enable_web_search=on' })
  expect(body).not.toHaveProperty('vendor_parameters')

  await expect(chat.settings).toContainText('The model name sets enable_web_search to on.')
  await chat.settings.getByRole('button', { name: 'Move it here' }).click()
  await expect(chat.model).toHaveValue('sandbox-chat')
  expect(await chat.echo()).toMatchObject({
    model: 'sandbox-chat',
    vendor_parameters: { enable_web_search: 'on' },
  })
})

test('a name that contradicts the settings is marked and settled with one press', async ({
  chat,
  page,
}) => {
  await chat.chooseModel('sandbox-chat:enable_web_search=on')
  await chat.settings.getByRole('searchbox').fill('enable_web_search')
  await chat.choose('enable_web_search', 'off')
  await expect(chat.settings).toContainText(
    'The model name sets enable_web_search=on, which overrides off here.',
  )
  const chip = page.getByRole('button', { name: 'Remove suffix enable_web_search=on' })
  await expect(chip).toContainText('≠ settings')
  await chat.settings.getByRole('button', { name: 'Use off' }).click()
  await expect(chat.model).toHaveValue('sandbox-chat')
  await expect(chip).toHaveCount(0)
})

test('choosing another model in the list keeps the suffixes', async ({ chat, page }) => {
  await chat.chooseModel('sandbox-chat:enable_web_search=on')
  await page.getByRole('button', { name: 'Browse models' }).click()
  await page.getByRole('button', { name: 'Use sandbox-fast' }).click()
  await expect(chat.model).toHaveValue('sandbox-fast:enable_web_search=on')
})
