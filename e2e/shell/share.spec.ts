import { decodeSetup, encodeSetup } from '../../src/core/share/codec.ts'
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
