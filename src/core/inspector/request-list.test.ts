import { expect, test } from 'vitest'

import type { Exchange } from '../client/exchanges/exchange.ts'
import { listRequests, requestTitle } from './request-list.ts'
import { serializeExchange } from './serialize-exchange.ts'

function exchange(id: string, given: Partial<Exchange> = {}): Exchange {
  return {
    id,
    startedAt: Number(id),
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [],
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: `Question ${id}` }] },
      bytes: 10,
    },
    outcome: 'done',
    timing: { headers: 2, end: 40 },
    status: 200,
    headers: [],
    events: [{ at: 3, data: '[DONE]' }],
    eventCount: 1,
    receipt: {},
    ...given,
  }
}

const get = (path: string) => ({
  method: 'GET',
  url: `http://127.0.0.1:4310/api/v1${path}`,
  path,
  headers: [],
  bytes: 0,
})

const titles = ({ groups }: ReturnType<typeof listRequests>) =>
  groups.map(({ title, entries }) => [title, ...entries.map((entry) => entry.title)])

test('a request is called by its prompt, or by its method and path', () => {
  expect(requestTitle(exchange('1'))).toBe('Question 1')
  expect(requestTitle({ request: get('/models?type=text') })).toBe('GET /models')
  const request = { ...get('/image/edit'), method: 'POST', body: { prompt: 'warmer', image: 'x' } }
  expect(requestTitle({ request })).toBe('Edit image: warmer')
})

test('behavior: what the page asked for by itself is counted, and listed only when wanted', () => {
  const models = exchange('2', { background: true, request: get('/models') })
  const all = [exchange('1'), models, exchange('3')]
  const list = listRequests(all, [])
  expect(titles(list)).toEqual([[undefined, 'Question 3', 'Question 1']])
  expect(list).toMatchObject({ background: 1, total: 2 })
  expect(titles(listRequests(all, [], { withBackground: true }))).toEqual([
    [undefined, 'Question 3', 'GET /models', 'Question 1'],
  ])
  expect(titles(listRequests(all, [], { currentId: '2' }))[0]).toContain('GET /models')
})

test('behavior: requests of files and of storage stand in groups of their own', () => {
  const { summary } = serializeExchange(exchange('1'))
  const opened = serializeExchange(exchange('2')).summary
  const list = listRequests(
    [
      exchange('2', { fromHistory: true }),
      exchange('3', { fromFile: true, status: 400, outcome: 'failed' }),
      exchange('4'),
    ],
    [opened, summary],
  )
  expect(titles(list)).toEqual([
    [undefined, 'Question 4'],
    ['From files', 'Question 3'],
    ['Saved', 'Question 2', 'Question 1'],
  ])
  expect(list.groups[2]?.entries[1]).toMatchObject({
    method: 'POST',
    status: 200,
    ms: 40,
    strip: expect.stringContaining(':'),
  })
})

test('behavior: what was saved before titles were is called by its request line', () => {
  const old = { id: 'a', startedAt: 1, size: 1, line: 'GET /models' }
  expect(titles(listRequests([], [old]))).toEqual([['Saved', 'GET /models']])
})

test('behavior: a search reads title, status and model, in any order', () => {
  const all = [exchange('1'), exchange('2', { status: 429, outcome: 'failed' })]
  expect(titles(listRequests(all, [], { query: '429 question' }))).toEqual([
    [undefined, 'Question 2'],
  ])
  expect(listRequests(all, [], { query: 'SANDBOX' }).groups[0]?.entries).toHaveLength(2)
  expect(listRequests(all, [], { query: 'nothing' })).toEqual({
    groups: [],
    total: 2,
    background: 0,
  })
})
