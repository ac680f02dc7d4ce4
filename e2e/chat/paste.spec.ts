import type { Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

const KEY = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH'
const BODY = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }] }
const CURL = `curl https://api.example.com/v1/chat/completions -H 'Authorization: Bearer ${KEY}' -d '${JSON.stringify(BODY)}'`
const HAR = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'browser', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 5,
        request: {
          method: 'POST',
          url: 'https://api.example.com/v1/chat/completions',
          httpVersion: 'HTTP/1.1',
          headers: [{ name: 'Authorization', value: `Bearer ${KEY}` }],
          queryString: [],
          cookies: [],
          headersSize: -1,
          bodySize: -1,
          postData: { mimeType: 'application/json', text: JSON.stringify(BODY) },
        },
        response: {
          status: 200,
          statusText: 'OK',
          httpVersion: 'HTTP/1.1',
          headers: [],
          cookies: [],
          content: { size: 2, mimeType: 'application/json', text: '{}' },
          redirectURL: '',
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: 5, receive: 0 },
      },
    ],
  },
})

/** Pastes a text where the focus is, as the clipboard of a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

/** Everything that left the page: addresses, headers and bodies of requests. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? '')),
  )
  return sent
}

for (const [what, text] of [
  ['a curl command', CURL],
  ['a JSON request body', JSON.stringify(BODY)],
  ['a saved request', HAR],
] as const)
  test(`behavior: ${what} pasted into the message is offered as a request, and sends nothing`, async ({
    chat,
    page,
  }) => {
    const sent = sentBy(page)
    await chat.message.focus()
    await paste(page, text)
    const form = page.getByRole('form', { name: 'New message' })
    await expect(form.getByRole('status').filter({ hasText: `This is ${what}.` })).toBeVisible()
    await expect(chat.message).toHaveValue('')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Open as a request' }).click()
    // A file may hold several requests: one is chosen first.
    if (text === HAR) await page.getByRole('button', { name: 'Use request' }).click()
    // Nothing stood in its way: it is open, and how to take that back is said.
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'User message' })).toContainText('Hi')
    expect(sent.filter((request) => request.includes('/chat/completions'))).toEqual([])
    expect(sent.filter((request) => request.includes(KEY))).toEqual([])
  })

test('behavior: a link of a playground pasted into the message is offered as a request', async ({
  chat,
  page,
}) => {
  await chat.message.fill('Hello')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByRole('dialog').getByRole('textbox').first().inputValue()
  await page.keyboard.press('Escape')
  await chat.message.fill('')
  await paste(page, link)
  await expect(page.getByText('This is a playground link.')).toBeVisible()
  await expect(chat.message).toHaveValue('')
})

test('behavior: pasted as text, a key is masked and never sent', async ({ chat, page }) => {
  const sent = sentBy(page)
  await chat.message.focus()
  await paste(page, CURL)
  await page.getByRole('button', { name: 'Paste as text' }).click()
  await expect(chat.message).toHaveValue(/^curl https:\/\/api\.example\.com.*<redacted/s)
  await expect(chat.message).not.toHaveValue(new RegExp(KEY))
  await chat.send.click()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(sent.filter((request) => request.includes(KEY))).toEqual([])
})
