import type { Locator } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'

/** Writes a snippet for a call and runs it. */
async function runSnippet(answer: Locator, tool: string, code: string): Promise<void> {
  const field = answer.getByRole('textbox', { name: `Snippet for ${tool}` })
  if (!(await field.isVisible())) await answer.getByText('More', { exact: true }).first().click()
  await field.fill(code)
  await answer.getByRole('button', { name: 'Run snippet' }).first().click()
}

test('a snippet answers a call, reaches neither the network nor this page, and is there for the next call', async ({
  chat,
  page,
}) => {
  const answer = await chat.ask('/tool')
  const result = page.getByRole('textbox', { name: 'Result of get_weather', exact: true })
  await runSnippet(
    answer,
    'get_weather',
    `const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'Worker',
       'importScripts', 'indexedDB', 'caches', 'BroadcastChannel', 'navigator', 'postMessage', 'close']
     const there = names.filter((name) => { try { return (0, eval)(name) !== undefined } catch { return false } })
     return 'there: ' + there.join()`,
  )
  await expect(result).toHaveValue('there: ')

  await runSnippet(answer, 'get_weather', 'throw new Error("broken")')
  await expect(answer.getByRole('alert')).toContainText('The snippet failed: Error: broken')
  await runSnippet(answer, 'get_weather', 'this is no code')
  await expect(answer.getByRole('alert')).toContainText('SyntaxError')

  const timeout = answer.getByRole('spinbutton', { name: 'Timeout, seconds' })
  const usual = await timeout.inputValue()
  await timeout.fill('1')
  await runSnippet(answer, 'get_weather', 'for (;;);')
  await chat.message.fill('The page goes on')
  await expect(chat.message).toHaveValue('The page goes on')
  await expect(answer.getByRole('alert')).toContainText('timed out after 1 s')
  await expect(answer.getByRole('button', { name: 'Run snippet' })).toBeEnabled()
  await timeout.fill(usual)

  const code = 'return { city: args.city, celsius: 20 + 1 }'
  await runSnippet(answer, 'get_weather', code)
  await expect(result).toHaveValue('{"city":"Zurich","celsius":21}')
  await answer.getByRole('button', { name: 'Send results' }).click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  await expect(chat.answers).toHaveCount(2)
  const next = await chat.ask('/tool')
  await expect(next.getByRole('textbox', { name: 'Snippet for get_weather' })).toHaveValue(code)
  expect(page.url()).not.toContain('celsius')
})

/** Tries every way out, in the place of the snippet worker and under the policy of its response. */
const WAYS_OUT = `
const tries = {
  fetch: () => fetch('/config.json'),
  xhr: () => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/config.json')
    request.addEventListener('load', resolve)
    request.addEventListener('error', reject)
    request.send()
  }),
  webSocket: () => new Promise((resolve, reject) => {
    const socket = new WebSocket('ws://' + location.host + '/')
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  }),
  eventSource: () => new Promise((resolve, reject) => {
    const source = new EventSource('/config.json')
    source.addEventListener('open', resolve)
    source.addEventListener('error', reject)
  }),
  importModule: () => import('/assets/any.js'),
  importData: () => import('data:text/javascript,1'),
  importScripts: async () => importScripts('/assets/any.js'),
  worker: () => new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
    worker.addEventListener('message', resolve)
    worker.addEventListener('error', reject)
  }),
  evaluate: async () => Function('return 1')(),
}
const refused = []
addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
const open = []
for (const [name, go] of Object.entries(tries)) await go().then(() => open.push(name), () => {})
postMessage({ type: 'ready' })
addEventListener('message', () =>
  postMessage({ type: 'done', text: 'open: ' + open + '; refused: ' + [...new Set(refused)].sort() }))
`

test('the policy of the snippet worker alone keeps it off the network', async ({
  browser,
  service,
}) => {
  const page = await browser.newPage({ baseURL: service.ready.appUrl })
  try {
    const answered: string[] = []
    page.context().on('response', (response) => answered.push(new URL(response.url()).pathname))
    await page.route('**/assets/snippet.worker-*.js', async (route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy'] ?? ''
      expect(policy).toBe("default-src 'none'; script-src 'unsafe-eval'")
      await route.fulfill({
        headers: { 'content-type': 'text/javascript', 'content-security-policy': policy },
        body: WAYS_OUT,
      })
    })
    await page.goto('/chat')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('/tool')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const answer = page.getByRole('article', { name: 'Assistant message' })
    await answer.getByRole('button', { name: 'Send results' }).waitFor()
    await runSnippet(answer, 'get_weather', 'anything')
    answered.length = 0
    await expect(page.getByRole('textbox', { name: 'Result of get_weather' })).toHaveValue(
      /^open: evaluate; refused: connect-src,.*script-src/,
    )
    expect(answered.filter((path) => !path.includes('snippet.worker'))).toEqual([])
  } finally {
    await page.close()
  }
})
