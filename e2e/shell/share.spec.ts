import { decodeSetup, encodeSetup } from '../../src/core/share/codec.ts'
import type { SharedSetup } from '../../src/core/share/setup.ts'
import { chatOf } from '../../src/core/share/testing/share-fixtures.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'

const shared = {
  ...chatOf(200),
  model: 'sandbox-fast',
  settings: { stream: true, temperature: 0.25, my_field: 'mine' },
}

test(
  'what was opened as a new chat is sent exactly, once Send is pressed',
  { tag: '@smoke' },
  async ({ page, chat }) => {
    await chat.ask('An older conversation')
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
    await expect.poll(keptAnswers(page)).toBe(1)
    const old = page.url()
    // Where a conversation is on the screen it is asked about.
    await page.goto(`${old}${encodeSetup(shared)}`)
    await page.getByRole('button', { name: 'Open as new chat' }).click()
    await expect(chat.model).toHaveValue('sandbox-fast')
    await expect(page.getByRole('article', { name: 'System message' })).toBeVisible()
    await expect(page).not.toHaveURL(old)
    const body = await chat.echo()
    expect(body).toMatchObject({ model: 'sandbox-fast', temperature: 0.25, my_field: 'mine' })
    await page.goto(old)
    await expect(page.getByText('An older conversation').first()).toBeVisible()
  },
)

test('attachments leave places that are filled before opening, and the cost is told', async ({
  page,
  chat,
}) => {
  const setup: SharedSetup = {
    area: 'chat',
    model: 'sandbox-vision',
    settings: { stream: true },
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is in it?' }] }],
    attachments: [{ message: 0, part: 0, kind: 'image_url', name: 'photo.png' }],
  }
  // Prices are known from here on.
  await chat.message.fill('Hello')
  await expect(page.getByRole('button', { name: 'Max cost' })).toBeVisible()
  await page.goto(`/chat${encodeSetup(setup)}`)
  const dialog = page.getByRole('dialog', { name: 'Open this chat?' })
  await expect(dialog.getByRole('status')).toContainText('Max cost per request: about $')
  const choose = dialog.getByLabel('Choose photo.png')
  await choose.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') })
  await expect(dialog.getByRole('alert')).toContainText('a.txt is not an image')
  await choose.setInputFiles('public/samples/harbour.jpg')
  await expect(choose).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(page.getByRole('article', { name: 'User message' }).getByRole('img')).toBeVisible()
  const body = await chat.echo()
  expect(JSON.stringify(body['messages'])).toContain('image_url')
})

test('on a page that is not secure, links are made, opened and sent all the same', async ({
  page,
}) => {
  // What browsers take away from pages over http, besides this machine's own.
  await page.addInitScript(() => {
    for (const name of ['subtle', 'randomUUID']) Reflect.deleteProperty(Crypto.prototype, name)
    for (const name of ['locks', 'clipboard', 'storage', 'serviceWorker'])
      Reflect.deleteProperty(Navigator.prototype, name)
  })
  await page.goto(`/chat${encodeSetup(shared)}`)
  expect(await page.evaluate(() => 'subtle' in crypto || 'locks' in navigator)).toBe(false)
  await expect(page.getByRole('article', { name: 'System message' })).toBeVisible()
  const chat = new ChatScreen(page)
  expect(await chat.echo()).toMatchObject({ model: 'sandbox-fast', temperature: 0.25 })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(decodeSetup(new URL(link).hash)).toMatchObject({
    ok: true,
    setup: { area: 'chat', model: 'sandbox-fast', settings: { temperature: 0.25 } },
  })
})
