import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'

import type { AppEnvironment } from '../../app/http/app-environment.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'
import { readyHuman } from '../printed.ts'
import { RecordingError } from './har.ts'
import { readRecordings } from './read-recordings.ts'
import { createReplay, INSTANT } from './replay.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

function saved(text: string): string {
  const path = mkdtempSync(join(tmpdir(), 'foreign-har-'))
  ending.push(() => rmSync(path, { recursive: true, force: true }))
  const file = join(path, 'browser.har')
  writeFileSync(file, text)
  return file
}

const har = (...entries: readonly unknown[]) => JSON.stringify({ log: { entries } })

async function replaying(text: string): Promise<TestService> {
  const service = await startTestService({ flags: ['--replay', saved(text), '--replay-fast'] })
  ending.push(() => service.stop())
  return service
}

const BODY = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
const ask = JSON.parse(BODY)
const base = {
  startedDateTime: '2026-01-01T10:00:00.000Z',
  time: 120,
  request: {
    method: 'POST',
    url: 'https://api.example.com/v1/chat/completions',
    headers: [{ name: 'content-type', value: 'application/json' }],
    postData: { mimeType: 'application/json', text: BODY },
  },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: 11, mimeType: 'application/json', text: '{"ok":true}' },
  },
  timings: { send: 0, wait: 100, receive: 20 },
}
const answering = (response: object, more: object = {}) => ({
  ...base,
  ...more,
  response: { ...base.response, ...response },
})

test('a HAR of a browser is replayed, decoded as it is there', async () => {
  const replay = await replaying(
    har(
      answering(
        {
          status: 503,
          headers: [
            { name: 'Content-Encoding', value: 'br' },
            { name: 'Content-Length', value: '7' },
            { name: 'Retry-After', value: '3' },
          ],
          content: { text: Buffer.from('{"error":"Busy"}').toString('base64'), encoding: 'base64' },
        },
        { request: { ...base.request, postData: { text: '{"b":1,"a":[2]}' } } },
      ),
    ),
  )
  const response = await replay.call('/chat/completions', { a: [2], b: 1 })
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('3')
  expect(await response.json()).toEqual({ error: 'Busy' })
})

test.each([
  ['a byte order mark (mitmproxy/mitmproxy#6897)', `\uFEFF${har(base)}`],
  ['no time', har({ ...base, time: null, timings: undefined })],
  ['negative times', har({ ...base, time: -1, timings: { receive: -1, ssl: -1 } })],
  ['no date', har({ ...base, startedDateTime: undefined })],
  [
    'a request in base64',
    har({
      ...base,
      request: { ...base.request, postData: { encoding: 'base64', text: btoa(BODY) } },
    }),
  ],
  [
    'an empty list of fields',
    har({
      ...base,
      request: { ...base.request, postData: { ...base.request.postData, params: [] } },
    }),
  ],
  ['a status as a text', har(answering({ status: '200' }))],
  [
    'assets around it',
    har(
      { ...base, request: { method: 'GET', url: 'https://app.example.com/a.js' } },
      null,
      base,
      {},
    ),
  ],
])('behavior: a HAR with %s is replayed', async (_, text) => {
  const replay = await replaying(text)
  const response = await replay.call('/chat/completions', ask)
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
})

test('behavior: a form is recognized by its fields, however the program lists them', async () => {
  const mimeType = 'application/x-www-form-urlencoded'
  const postData = { mimeType, text: 'a=%C3%BC+b', params: [{ name: 'a', value: '%C3%BC+b' }] }
  const replay = await replaying(har({ ...base, request: { ...base.request, postData } }))
  const response = await fetch(`${replay.baseUrl}/chat/completions`, {
    method: 'POST',
    body: new URLSearchParams({ a: 'ü b' }),
  })
  expect(response.status).toBe(200)
})

test('behavior: a stream whose events a browser left out is said at the start, and answered with an error (vercel-labs/agent-browser#1259)', async () => {
  const stream = { headers: [], content: { size: 0, mimeType: 'text/event-stream' } }
  const replay = await replaying(har(answering(stream)))
  expect(readyHuman({ ...replay })).toContain(
    'browser.har, entry 1: the body of the response is not in the file',
  )
  expect(replay.log.join('')).toContain('the body of the response is not in the file')
  const response = await replay.call('/chat/completions', ask)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    code: 'BODY_NOT_RECORDED',
    error: expect.stringMatching(/^The body of the response to POST \/chat\/completions is not in/),
  })
})

test('behavior: the events that Chrome lists beside a stream are replayed', async () => {
  const replay = await replaying(
    har(
      answering(
        { headers: [], content: { size: 0, mimeType: 'text/event-stream' } },
        {
          _eventSourceMessages: [
            { time: 1, eventName: 'message', data: '{"a":1}' },
            { time: 2, eventName: 'end', data: 'x\ny' },
          ],
        },
      ),
    ),
  )
  const response = await replay.call('/chat/completions', ask)
  expect(await response.text()).toBe('data: {"a":1}\n\nevent: end\ndata: x\ndata: y\n\n')
})

test('behavior: headers that no server can send are left out and said', async () => {
  const replay = await replaying(
    har(
      answering({
        headers: [
          { name: 'x-title', value: '日本' },
          { name: 'x title', value: 'a' },
          { name: 'x-lines', value: 'a\nb' },
          { name: '__proto__', value: 'a' },
          { name: 'x-kept', value: 'Zurich' },
        ],
      }),
    ),
  )
  const response = await replay.call('/chat/completions', ask)
  expect(response.status).toBe(200)
  expect(response.headers.get('x-kept')).toBe('Zurich')
  expect(replay.notes).toEqual([
    `browser.har, entry 1: its header "x-title" can't be sent and is left out.`,
    `browser.har, entry 1: its header "x title" can't be sent and is left out.`,
    `browser.har, entry 1: its header "x-lines" can't be sent and is left out.`,
  ])
})

test.each(['abc', '+7', '7.5', '7, 8', '3', '500', '-1', ''])(
  'behavior: a content-length of %j keeps no client waiting',
  async (value) => {
    const replay = await replaying(har(answering({ headers: [{ name: 'Content-Length', value }] })))
    const response = await replay.call('/chat/completions', ask)
    expect(await response.json()).toEqual({ ok: true })
  },
)

test.each([
  [
    'a status that is none',
    answering({ status: 99 }),
    /entry 1: its status is 99, but only 200 to 599 can be replayed\./,
  ],
  ['a status that has no body', answering({ status: 101 }), /entry 1: its status is 101/],
  [
    'a time of months',
    { ...base, time: 2 ** 31 },
    /entry 1: its response ends after more than 24 days/,
  ],
  [
    'a WebSocket',
    { ...base, _webSocketMessages: [] },
    /entry 1: a WebSocket connection can't be replayed/,
  ],
])('behavior: a HAR with nothing but %s is refused in a sentence', (_, entry, message) => {
  const file = saved(har(entry))
  expect(() => readRecordings(file)).toThrow(RecordingError)
  expect(() => readRecordings(file)).toThrow(message)
  // Beside others it is left out, and said.
  const { recordings, notes } = readRecordings(saved(har(entry, base)))
  expect(recordings).toHaveLength(1)
  expect(notes.join(' ')).toMatch(message)
})

const anything = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'x',
    0,
    -1,
    99,
    204,
    304,
    600,
    1e300,
    2 ** 31,
    null,
    true,
    [],
    {},
    'é\u65e5',
    'a\r\nb',
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const member = fc.constantFrom(
  ['time'],
  ['timings'],
  ['timings', 'receive'],
  ['request', 'method'],
  ['request', 'headers'],
  ['request', 'postData'],
  ['request', 'postData', 'text'],
  ['request', 'postData', 'params'],
  ['response', 'status'],
  ['response', 'headers'],
  ['response', 'headers', '0', 'name'],
  ['response', 'headers', '0', 'value'],
  ['response', 'content'],
  ['response', 'content', 'text'],
  ['response', 'content', 'encoding'],
  ['_recording'],
  ['_exchange'],
  ['_eventSourceMessages'],
)

test('whatever a member is, a response comes to its end and is never a fault of the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(member, anything), { maxLength: 3 }), async (changes) => {
      const entry = structuredClone(base) as Record<string, unknown>
      for (const [path, value] of changes) {
        const owner = path
          .slice(0, -1)
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], entry)
        if (typeof owner === 'object' && owner !== null)
          Reflect.set(owner, path.at(-1) ?? '', value)
      }
      const file = saved(har(entry, base))
      const { recordings } = readRecordings(file)
      const app = new Hono<AppEnvironment>()
      app.onError((error, context) => context.text(String(error), 'status' in error ? 404 : 500))
      app.all('/api/v1/*', createReplay(recordings, INSTANT))
      const { method, path, body } = recordings[0]?.request ?? {}
      const canAsk =
        method !== undefined &&
        /^[A-Z]+$/.test(method) &&
        !/^(?:GET|HEAD|TRACE|CONNECT|TRACK)$/.test(method)
      if (!canAsk || recordings[0]?.status === 0) return
      const response = await app.request(`/api/v1${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect(response.status).toBeLessThan(600)
      expect(response.status, await response.clone().text()).not.toBe(500)
    }),
    { numRuns: 200, seed: 10 },
  )
})
