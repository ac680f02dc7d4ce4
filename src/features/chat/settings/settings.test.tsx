import { named } from '../../../../e2e/support/chat-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('a list has a field per entry, and its limit holds', async ({ chat, page }) => {
  await chat.openSetting('stop')
  const add = chat.settings.getByRole('button', { name: 'Add stop', exact: true })
  for (const [index, text] of ['END', '\\n\\n', 'C', 'D'].entries()) {
    await add.click()
    const field = chat.settings.getByRole('textbox', { name: `stop ${index + 1}`, exact: true })
    await expect(field).toBeFocused()
    await field.fill(text)
  }
  await expect(add).toBeDisabled()
  await chat.settings.getByRole('button', { name: 'Remove stop 4' }).click()
  await chat.settings.getByRole('button', { name: 'Remove stop 3' }).click()
  const sent = page.waitForRequest('**/chat/completions')
  await chat.say('Hello')
  expect((await sent).postDataJSON()).toMatchObject({ stop: ['END', '\n\n'] })
})

test('what the model does not do is said before sending, and reset with one press', async ({
  chat,
}) => {
  await chat.chooseModel('sandbox-fast')
  await chat.settings.getByRole('searchbox').fill('logprobs')
  await chat.settings.getByRole('button', { name: 'About logprobs' }).press('Enter')
  await expect(chat.settings).toContainText('sandbox-fast does not report log probabilities.')
  await chat.choose('logprobs', 'true')
  const form = chat.page.getByRole('form', { name: 'New message' })
  await expect(form.getByRole('status')).toHaveText(
    'sandbox-fast does not report log probabilities. Requested by logprobs.',
  )
  await chat.settings.getByRole('button', { name: 'Reset logprobs' }).click()
  await expect(form.getByRole('status')).toHaveCount(0)
  await chat.chooseModel('sandbox-chat')
  await expect(chat.settings).not.toContainText('does not report')
})

test('what a setting costs stands beside it before it is sent', async ({ chat }) => {
  const { settings } = chat
  await settings.getByRole('spinbutton', { name: 'max_completion_tokens' }).fill('1000')
  await expect(settings).toContainText('Max cost: $0.0028')
  await settings.getByRole('searchbox').fill('choices')
  await settings.getByRole('spinbutton', { name: named('n') }).fill('3')
  await expect(settings).toContainText('Max cost of all choices: $0.0084.')
  await settings.getByRole('searchbox').fill('enable_web_search')
  await chat.choose('enable_web_search', 'on')
  await expect(settings).toContainText('Searches are billed on top of tokens')
})

test('URLs in the draft are counted before it is sent', async ({ chat }) => {
  await chat.settings.getByRole('searchbox').fill('enable_web_scraping')
  await chat.choose('enable_web_scraping', 'true')
  await chat.message.fill('Compare https://a.example/1 with https://b.example/2')
  await expect(chat.settings).toContainText('2 of at most 5 URLs found in the message')
  await chat.message.fill([1, 2, 3, 4, 5, 6].map((n) => `https://a.example/${n}`).join(' '))
  await expect(chat.settings).toContainText('has 6 URLs. Only the first 5 are fetched')
})

test('a character is chosen from the list of the service', async ({ chat, page }) => {
  await chat.settings.getByRole('searchbox').fill('character')
  const character = chat.settings.getByRole('combobox', { name: 'character_slug' })
  await character.click()
  await page.getByRole('option', { name: /captain-cache/ }).click()
  expect(await chat.echo()).toMatchObject({
    vendor_parameters: { character_slug: 'captain-cache' },
  })
})

test('what is sent is listed first, and reset alone or with all others', async ({ chat, page }) => {
  const { settings } = chat
  const temperature = settings.getByRole('spinbutton', { name: 'temperature', exact: true })
  const sent = settings.getByRole('list', { name: 'Sent', exact: true }).getByRole('listitem')
  await expect(sent).toHaveText(['streamtrue'])
  await temperature.fill('1.2')
  await expect(sent).toHaveText(['temperature1.2', 'streamtrue'])
  await settings.getByText('Common', { exact: true }).click()
  await expect(temperature).toBeHidden()
  await sent.first().getByText('temperature').click()
  await expect(temperature).toBeFocused()
  await settings.getByRole('button', { name: 'Reset temperature' }).click()
  await expect(temperature).toHaveValue('')
  await temperature.fill('1.2')
  await settings.getByRole('button', { name: 'Reset all' }).click()
  await expect(temperature).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(temperature).toHaveValue('1.2')
})

test('an invalid setting names the field and the limit, blocks Send and loses nothing', async ({
  chat,
  page,
}) => {
  await chat.message.fill('A long and careful prompt')
  await chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('3')
  const alert = page.getByRole('form', { name: 'New message' }).getByRole('alert')
  await expect(alert).toContainText('temperature is 3, but must be at most 2.')
  await expect(chat.send).toBeDisabled()
  await chat.message.press('Enter')
  await expect(chat.answers).toHaveCount(0)
  await expect(chat.message).toHaveValue('A long and careful prompt')
  await chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('2')
  await expect(alert).toHaveCount(0)
  await expect(chat.send).toBeEnabled()
})

test('rules between fields are explained and settled with one press', async ({ chat }) => {
  const { settings } = chat
  await settings.getByText('Limits', { exact: true }).click()
  await settings.getByRole('spinbutton', { name: 'max_tokens' }).fill('50')
  await expect(settings).toContainText('max_tokens is deprecated')
  await settings.getByRole('button', { name: 'Use new name' }).click()
  await expect(settings.getByRole('spinbutton', { name: 'max_completion_tokens' })).toHaveValue(
    '50',
  )
  await expect(settings.getByRole('spinbutton', { name: 'max_tokens' })).toHaveValue('')
})

test('the search has its price beside it before it is on', async ({ chat, page }) => {
  const search = page
    .getByRole('form', { name: 'New message' })
    .getByRole('button', { name: /^Search/ })
  await search.click()
  const dialog = page.getByRole('dialog', { name: 'Web search' })
  await expect(dialog).toContainText('Each search costs about $0.01 on top of tokens.')
  await dialog.getByRole('radio', { name: 'on', exact: true }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(search).toHaveAttribute('aria-pressed', 'true')
  expect(await chat.echo()).toMatchObject({ vendor_parameters: { enable_web_search: 'on' } })
})

test('a choice of a tool that is gone is a fault with a way out', async ({ chat, page }) => {
  const { settings } = chat
  const dialog = page.getByRole('dialog', { name: 'Tools' })
  const tools = page
    .getByRole('form', { name: 'New message' })
    .getByRole('button', { name: /^Tools/ })
  await tools.click()
  await dialog.getByRole('button', { name: 'Example' }).click()
  await dialog.getByRole('button', { name: 'Function' }).click()
  await dialog.getByRole('button', { name: 'Use' }).click()
  await settings.getByRole('searchbox').fill('tool')
  await settings.getByRole('combobox', { name: 'tool_choice' }).selectOption('my_function')
  await tools.click()
  await dialog.getByRole('button', { name: 'my_function', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove my_function' }).click()
  await dialog.getByRole('button', { name: 'Use' }).click()
  await expect(settings).toContainText('"my_function", which isn\'t among the tools')
  await settings.getByRole('button', { name: 'Remove tool_choice' }).click()
  await expect(settings).not.toContainText("which isn't among the tools")
})
