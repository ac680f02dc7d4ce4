import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import type { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { keptTexts } from '../../../e2e/support/kept-drafts.ts'
import { decodeSetup, encodeSetup } from '../../core/share/codec.ts'
import type { SharedSetup } from '../../core/share/setup.ts'
import { chatOf } from '../../core/share/testing/share-fixtures.ts'
import { expect, test } from '../testing/open-page.tsx'

const shared = {
  ...chatOf(200),
  model: 'sandbox-fast',
  settings: { stream: true, temperature: 0.25, my_field: 'mine' },
}

test('a setup goes out as a link that carries what was chosen', async ({ page, chat }) => {
  await chat.chooseModel('sandbox-fast')
  await chat.ask('Hand me on')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share chat' })
  const field = dialog.getByRole('textbox', { name: 'Link' })
  const link = await field.inputValue()
  expect(link).toMatch(/\/chat#c=1\.[\w-]+$/)
  expect(decodeSetup(new URL(link).hash)).toMatchObject({
    ok: true,
    setup: { area: 'chat', model: 'sandbox-fast', settings: { stream: true } },
  })
  expect(JSON.stringify(decodeSetup(new URL(link).hash))).toContain('Hand me on')

  await dialog.getByRole('checkbox', { name: '2 messages' }).uncheck()
  await expect(field).not.toHaveValue(link)
  await expect(dialog).toContainText('Opens only on this machine.')
  await expect(dialog).toContainText('Not included: keys, headers, base URL.')
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toHaveText('Copy link')
  const shorter = new URL(await field.inputValue()).hash
  expect(JSON.stringify(decodeSetup(shorter))).not.toContain('Hand me on')
})

/** Has something stand in the chat that a link must not touch, stored as well. */
async function writeDraft(page: Page, chat: ChatScreen): Promise<void> {
  await chat.message.fill('A draft of mine')
  await expect.poll(keptTexts(page)).toEqual(['A draft of mine'])
}

test('what a link holds can be read to its end before it is opened', async ({ page, chat }) => {
  await writeDraft(page, chat)
  const last = 'and the end of it.'
  const content = `${'Line by line.\n'.repeat(20)}${last}`
  await page.goto(`/chat${encodeSetup({ ...shared, messages: [{ role: 'user', content }] })}`)
  const changes = page.getByRole('dialog').getByRole('table', { name: 'Contents' })
  const message = changes.getByRole('row', { name: /^message 1/ })
  await expect(message).toContainText('Line by line.')
  await expect(message).not.toContainText(last)
  await message.getByRole('button', { name: /^Show more/ }).click()
  await expect(message).toContainText(last)
})

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
  // Prices are known from here on, also where the page stays the same.
  await chat.message.fill('Hello')
  await expect(page.getByRole('button', { name: 'Max cost' })).toBeVisible()
  await page.evaluate((hash) => void (location.hash = hash), encodeSetup(setup))
  const dialog = page.getByRole('dialog', { name: 'Open this chat?' })
  await expect(dialog.getByRole('status')).toContainText('Max cost per request: about $')
  const choose = dialog.getByLabel('Choose photo.png')
  await choose.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') })
  await expect(dialog.getByRole('alert')).toContainText('a.txt is not an image')
  const buffer = readFileSync('public/samples/harbour.jpg')
  await choose.setInputFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer })
  await expect(choose).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(page.getByRole('article', { name: 'User message' }).getByRole('img')).toBeVisible()
  const body = await chat.echo()
  expect(JSON.stringify(body['messages'])).toContain('image_url')
})

test('a link from a newer playground or a damaged one is explained', async ({ page, chat }) => {
  for (const [fragment, sentence] of [
    ['#c=2.AAAA', /newer playground/],
    ['#c=1.AAAA', /damaged/],
  ] as const) {
    await page.goto(`/chat${fragment}`)
    const dialog = page.getByRole('dialog', { name: "Can't open this link" })
    await expect(dialog.getByRole('alert')).toContainText(sentence)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }
  await chat.ready()
})

test('the curl code of an exchange, pasted, becomes the request again', async ({ page, chat }) => {
  await chat.chooseModel('sandbox-fast')
  await chat.ask('It\'s `quoted` "twice" for $5')
  const code = await chat.openInspector('Code')
  const curl = await code.getByRole('group', { name: 'Code' }).textContent()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill('import')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Request to import' }).fill(curl ?? '')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open this chat?' })
  await expect(dialog).toContainText('1 credential was left out')
  await dialog.getByRole('button', { name: 'Open as new chat' }).click()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('for $5')
  const body = await chat.echo()
  expect(body['messages']).toMatchObject([
    { role: 'user', content: 'It\'s `quoted` "twice" for $5' },
    { role: 'user', content: '/echo' },
  ])
})

test('what cannot be imported stays in the box; a HAR is known, and a faulty request opens as it was', async ({
  page,
  chat,
}) => {
  await chat.ready()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill('import')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import a request' })
  const box = dialog.getByRole('textbox', { name: 'Request to import' })
  await box.fill('Dear all,')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Paste a curl command')
  await expect(box).toHaveValue('Dear all,')

  const faulty = {
    model: 'sandbox-chat',
    temperature: '0.7',
    messages: [{ role: 'user', content: 'Hi' }],
  }
  const entry = {
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 5,
    request: {
      method: 'POST',
      url: 'https://api.example/v1/chat/completions',
      headers: [{ name: 'X-Team', value: 'red' }],
      postData: { text: JSON.stringify(faulty) },
    },
    response: { status: 400, headers: [], content: { text: '{}' } },
  }
  await box.fill(JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Use request' }).click()
  const notes = page.getByRole('complementary', { name: 'Left out of what you opened' })
  await expect(notes).toContainText('temperature is "0.7", but must be a number.')
  const sentUnchanged = page.waitForRequest('**/chat/completions')
  await notes.getByRole('button', { name: 'Send as it was' }).click()
  const unchanged = await sentUnchanged
  expect(unchanged.postDataJSON()).toEqual(faulty)
  expect(unchanged.headers()['x-team']).toBe('red')
  const overview = chat.inspector.getByRole('tabpanel', { name: 'Overview' })
  await expect(overview).toContainText('400 Bad Request')
  await notes.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notes).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill('import')
  await page.keyboard.press('Enter')
  await box.fill(JSON.stringify(faulty))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Open as new chat' }).click()
  await notes.getByRole('button', { name: 'Edit as it was' }).click()
  await page
    .getByRole('dialog', { name: 'Open this request?' })
    .getByRole('button', { name: 'Apply here' })
    .click()
  await expect(page).toHaveURL(/\/explore$/)
  const sent = page.waitForRequest('**/chat/completions')
  // What it knows to be wrong is sent as it is once that is meant.
  await page.getByRole('button', { name: 'Send anyway' }).click()
  expect((await sent).postDataJSON()).toEqual(faulty)
})

test('a link that comes while another is shown takes its place', async ({ page, chat }) => {
  await chat.message.fill('A draft of mine')
  // As a press on a link does: the page stays.
  const follow = (setup: typeof shared) =>
    page.evaluate((hash) => {
      location.hash = hash
    }, encodeSetup(setup))
  await follow({ ...shared, model: 'model-of-the-first' })
  const dialog = page.getByRole('dialog', { name: 'Open this chat?' })
  await expect(dialog).toContainText('model-of-the-first')
  await follow({ ...shared, model: 'second\u202Emodel' })
  await expect(dialog).toContainText('second[U+202E]model')
  await expect(dialog).not.toContainText('model-of-the-first')
})
