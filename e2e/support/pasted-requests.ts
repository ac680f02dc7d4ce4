import type { Page } from '@playwright/test'

/** What must never be sent. */
export const KEY = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH'
const BODY = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }] }
export const CURL = `curl https://api.example.com/v1/chat/completions -H 'Authorization: Bearer ${KEY}' -d '${JSON.stringify(BODY)}'`
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

/** Texts that are requests, and what the page says that each of them is. */
export const REQUESTS = [
  ['a curl command', CURL],
  ['a JSON request body', JSON.stringify(BODY)],
  ['a saved request', HAR],
] as const

/** Pastes a text where the focus is, as the clipboard of a person does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

/** Everything that left the page: addresses, headers and bodies of requests. */
export function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? '')),
  )
  return sent
}
