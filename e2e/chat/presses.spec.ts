import { countPresses } from '../support/count-presses.ts'
import { expect, test } from '../support/fixtures.ts'
import { startOtherServer } from '../support/other-server.ts'
import { CURL, paste } from '../support/pasted-requests.ts'

// What a first minute costs.

test('a first message takes no press: what is typed lands in the message', async ({
  chat,
  page,
}) => {
  const presses = await countPresses(page)
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(await presses()).toBe(0)
})

test('a pasted curl command takes two presses to its response', async ({ chat, page }) => {
  const presses = await countPresses(page)
  await paste(page, CURL)
  await page.getByRole('button', { name: 'Open as a request' }).click()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('Hi')
  await expect(page.getByText('1 credential was left out')).toHaveCount(1)
  await chat.send.click()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(await presses()).toBe(2)
})

test('an API without a key takes four presses to its response', async ({ chat, page }) => {
  const other = await startOtherServer()
  other.openToAll()
  try {
    const presses = await countPresses(page)
    await page.getByRole('button', { name: 'Connect Ollama, OpenAI, your own' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.baseUrl)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Connection', exact: true })).toContainText(
      new URL(other.baseUrl).host,
    )
    await expect(dialog).toBeHidden()
    expect(await presses()).toBe(4)
    await expect(chat.model).toHaveValue('other-model')
    await chat.message.fill('Hello')
    await chat.message.press('Enter')
    await expect(chat.answers.first()).toContainText('Hello from elsewhere')
    expect(await presses()).toBe(4)
  } finally {
    await other.stop()
  }
})
