import { expect, test } from './fixtures.ts'

test('unset is not sent: a fresh conversation sends model, messages and stream', async ({
  chat,
}) => {
  expect(await chat.echo()).toEqual({
    model: 'default',
    messages: [{ role: 'user', content: '/echo' }],
    stream: true,
  })
})

test('what is set in the form is what the service receives, and nothing else', async ({ chat }) => {
  const { settings } = chat
  await settings.getByRole('spinbutton', { name: 'temperature' }).fill('0.7')
  await settings.getByRole('spinbutton', { name: 'max_completion_tokens' }).fill('400')
  await settings.getByRole('spinbutton', { name: 'seed' }).fill('7')
  await settings.getByText('Vendor', { exact: true }).click()
  await chat.choose('enable_web_search', 'auto')
  expect(await chat.echo()).toEqual({
    model: 'default',
    messages: [{ role: 'user', content: '/echo' }],
    stream: true,
    temperature: 0.7,
    max_completion_tokens: 400,
    seed: 7,
    vendor_parameters: { enable_web_search: 'auto' },
  })
})

test('a list is written a line each, and its limit holds', async ({ chat, page }) => {
  const stop = chat.settings.getByRole('textbox', { name: 'stop' })
  await stop.fill('1\n2\n3\n4\n5')
  await expect(chat.settings).toContainText('stop is a list of 5; it may have at most 4 items.')
  await stop.fill('END\nSTOP')
  const sent = page.waitForRequest('**/chat/completions')
  await chat.say('Hello')
  expect((await sent).postDataJSON()).toMatchObject({ stop: ['END', 'STOP'] })
})

test('a setting is marked when set, and reset alone or with all others', async ({ chat, page }) => {
  const { settings } = chat
  const temperature = settings.getByRole('spinbutton', { name: 'temperature' })
  await temperature.fill('1.2')
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
  await chat.settings.getByRole('spinbutton', { name: 'temperature' }).fill('3')
  const alert = page.getByRole('form', { name: 'New message' }).getByRole('alert')
  await expect(alert).toContainText('temperature is 3; it must be at most 2.')
  await expect(chat.send).toBeDisabled()
  await chat.message.press('Enter')
  await expect(chat.answers).toHaveCount(0)
  await expect(chat.message).toHaveValue('A long and careful prompt')
  await chat.settings.getByRole('spinbutton', { name: 'temperature' }).fill('2')
  await expect(alert).toHaveCount(0)
  await expect(chat.send).toBeEnabled()
})

test('rules between fields are explained and settled with one press', async ({ chat }) => {
  const { settings } = chat
  await settings.getByText('Limits', { exact: true }).click()
  await settings.getByRole('spinbutton', { name: 'max_tokens' }).fill('50')
  await expect(settings).toContainText('max_tokens is deprecated')
  await settings.getByRole('button', { name: 'Use the new name' }).click()
  await expect(settings.getByRole('spinbutton', { name: 'max_completion_tokens' })).toHaveValue(
    '50',
  )
  await expect(settings.getByRole('spinbutton', { name: 'max_tokens' })).toHaveValue('')
})
