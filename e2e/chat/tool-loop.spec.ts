import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import type { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers, keptVersions } from '../support/kept-answers.ts'

interface SentMessage {
  role: string
  content: string | null
  tool_call_id?: string
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  reasoning_details?: unknown[]
}

/** The bodies of the chat requests that the page sends from now on. */
function sentBodies(page: Page): { messages: SentMessage[] }[] {
  const bodies: { messages: SentMessage[] }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postDataJSON())
  })
  return bodies
}

/** Answers the next request with these calls, as a service without streaming does. */
async function callOnce(page: Page, calls: { id: string; name: string; arguments: string }[]) {
  await page.route(
    '**/api/v1/chat/completions',
    async (route) => {
      const tool_calls = calls.map(({ id, name, arguments: json }) => ({
        id,
        type: 'function',
        function: { name, arguments: json },
      }))
      const message = { role: 'assistant', content: null, tool_calls }
      const choices = [{ index: 0, finish_reason: 'tool_calls', logprobs: null, message }]
      await route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({
          id: 'c',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices,
        }),
      })
    },
    { times: 1 },
  )
}

/** Writes a snippet for a call and runs it. */
async function runSnippet(answer: Locator, tool: string, code: string): Promise<void> {
  const field = answer.getByRole('textbox', { name: `Snippet for ${tool}` })
  if (!(await field.isVisible())) await answer.getByText('More', { exact: true }).first().click()
  await field.fill(code)
  await answer.getByRole('button', { name: 'Run snippet' }).first().click()
}

const resultOf = (chat: ChatScreen, tool: string) =>
  chat.page.getByRole('textbox', { name: `Result of ${tool}`, exact: true })

test('a call is answered by hand and its result goes back under its id', async ({ chat, page }) => {
  const bodies = sentBodies(page)
  const answer = await chat.ask('/tool')
  await expect(answer.getByRole('group', { name: 'Arguments of get_weather' })).toContainText(
    '"city": "Zurich"',
  )
  await chat.message.fill('Well?')
  await expect(chat.send).toBeDisabled()
  await expect(page.getByText('The model waits for the result of get_weather').last()).toBeVisible()
  const give = answer.getByRole('button', { name: 'Send results' })
  await expect(give).toBeDisabled()
  await expectAccessible(page)

  await resultOf(chat, 'get_weather').fill('21 °C')
  await give.click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Tool message' })).toContainText('21 °C')
  await expect(answer).toContainText('has result')
  await expect(chat.send).toBeEnabled()
  expect(bodies).toHaveLength(2)
  const [, call, result] = bodies[1]?.messages ?? []
  expect(call?.tool_calls?.[0]?.function).toEqual({
    name: 'get_weather',
    arguments: '{"city":"Zurich"}',
  })
  expect(result).toEqual({
    role: 'tool',
    tool_call_id: call?.tool_calls?.[0]?.id,
    content: '21 °C',
  })
})

test('parallel calls need all their results; arguments that are no JSON are shown as such', async ({
  chat,
  page,
}) => {
  const bodies = sentBodies(page)
  await callOnce(page, [
    { id: 'a', name: 'first_tool', arguments: '{"n":1}' },
    { id: 'b', name: 'second_tool', arguments: '{"n": tw' },
  ])
  const answer = await chat.ask('Call both')
  await expect(answer).toContainText('invalid JSON arguments')
  await resultOf(chat, 'first_tool').fill('one')
  await expect(answer.getByRole('button', { name: 'Send results' })).toBeDisabled()
  await expect
    .poll(async () => (await keptVersions(page)).map(({ toolResults }) => toolResults))
    .toEqual([{ 0: 'one' }])
  await page.reload()
  await expect(resultOf(chat, 'first_tool')).toHaveValue('one')
  await resultOf(chat, 'second_tool').fill('two')
  await answer.getByRole('button', { name: 'Send results' }).click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(bodies.at(-1)?.messages.slice(-2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'tool', tool_call_id: 'b', content: 'two' },
  ])
})

test('a snippet answers a call, and is there for the next one', async ({ chat, page }) => {
  const answer = await chat.ask('/tool')
  await runSnippet(answer, 'get_weather', 'return { city: args.city, celsius: 20 + 1 }')
  await expect(resultOf(chat, 'get_weather')).toHaveValue('{"city":"Zurich","celsius":21}')
  await answer.getByRole('button', { name: 'Send results' }).click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect.poll(keptAnswers(page)).toBe(2)
  await page.reload()
  await expect(chat.answers).toHaveCount(2)
  const next = await chat.ask('/tool')
  await expect(next.getByRole('textbox', { name: 'Snippet for get_weather' })).toHaveValue(
    'return { city: args.city, celsius: 20 + 1 }',
  )
  expect(page.url()).not.toContain('celsius')
})

test('a snippet reaches neither the network nor this page, and an endless one is stopped', async ({
  chat,
}) => {
  const answer = await chat.ask('/tool')
  const result = resultOf(chat, 'get_weather')
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

  await answer.getByRole('spinbutton', { name: 'Timeout, seconds' }).fill('1')
  await runSnippet(answer, 'get_weather', 'for (;;);')
  await chat.message.fill('The page goes on')
  await expect(chat.message).toHaveValue('The page goes on')
  await expect(answer.getByRole('alert')).toContainText('timed out after 1 s')
  await expect(answer.getByRole('button', { name: 'Run snippet' })).toBeEnabled()
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

test('reasoning details go back exactly as they came', async ({ chat, page }) => {
  const bodies = sentBodies(page)
  const given: unknown[] = []
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    for (const line of (await response.text()).split('\n')) {
      const found = /"reasoning_details":(\[.*?\])[,}]/.exec(line)?.[1]
      if (found !== undefined) given.push(found)
    }
    await route.fulfill({ response })
  })
  await chat.chooseModel('sandbox-reasoning')
  await chat.ask('/think /tool /report')
  await resultOf(chat, 'get_weather').fill('sunny')
  await page.getByRole('button', { name: 'Send results' }).click()
  const answer = chat.answers.nth(1)
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(answer).toContainText('unchanged')
  const sent = bodies[1]?.messages.find(({ role }) => role === 'assistant')?.reasoning_details
  expect(sent).toHaveLength(1)
  expect(given).toContain(JSON.stringify(sent))
})
