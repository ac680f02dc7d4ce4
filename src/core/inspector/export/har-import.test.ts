import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Exchange } from '../../client/exchanges/exchange.ts'
import { leftOutText } from '../../share/import/import-report.ts'
import { hostileVersions } from '../../storage/testing/hostile-json.ts'
import { outcomeSentence } from '../exchange-text.ts'
import { answerReplay } from '../replay/event-kind.ts'
import { serializeExchange } from '../serialize-exchange.ts'
import { streamSummary } from '../stream/stream-summary.ts'
import { timingPhases } from '../timing/phases.ts'
import { toHar } from './har-exchange.ts'
import { readExport } from './read-export.ts'
import { redactedExchange } from './redacted-exchange.ts'

const har = (...entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } })

const json = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
const base = {
  startedDateTime: '2026-01-01T10:00:00.000Z',
  time: 120,
  request: {
    method: 'POST',
    url: 'https://api.example.com/v1/chat/completions',
    headers: [{ name: 'content-type', value: 'application/json' }],
    postData: { mimeType: 'application/json', text: json },
  },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: 11, mimeType: 'application/json', text: '{"ok":true}' },
  },
  timings: { send: 0, wait: 100, receive: 20 },
}
const entry = ({ request = {}, content = {}, ...rest }: Record<string, object>) => ({
  ...base,
  request: { ...base.request, ...request },
  response: { ...base.response, content: { ...base.response.content, ...content } },
  ...rest,
})

function opened(text: string): Exchange[] {
  const reading = readExport(text)
  if (!reading.ok) throw new Error(reading.message)
  return reading.exchanges
}

function leftOut(text: string): string[] {
  const reading = readExport(text)
  return reading.ok ? leftOutText(reading.report) : [reading.message]
}

const STREAM =
  'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hi there"}}]}\n\n' +
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

const answerOf = (exchange: Exchange | undefined) =>
  exchange && answerReplay(exchange)(exchange.events.length).answer.choices[0]?.content

test('behavior: bodies that a browser saved as base64 are shown decoded (zaproxy/zap-extensions#5726)', () => {
  const answer = Buffer.from('{"ok":true,"choices":[],"word":"Zürich"}').toString('base64')
  const [exchange] = opened(
    har(
      entry({
        request: { postData: { encoding: 'base64', text: Buffer.from(json).toString('base64') } },
        content: { encoding: 'base64', text: answer },
      }),
    ),
  )
  expect(exchange?.request.body).toEqual(JSON.parse(json))
  expect(exchange?.body).toEqual({
    kind: 'json',
    value: { ok: true, choices: [], word: 'Zürich' },
    bytes: 41,
  })
})

test('behavior: what is said to be base64 and is not is shown as it is; other bytes are a file', async () => {
  const [plain, image] = opened(
    har(
      entry({ content: { encoding: 'base64', text: 'not base64!' } }),
      entry({ content: { encoding: 'base64', text: 'iVBORw0KGgo=', mimeType: 'image/png' } }),
    ),
  )
  expect(plain?.body).toEqual({ kind: 'text', text: 'not base64!', bytes: 11 })
  expect(image?.body).toMatchObject({ kind: 'file', mediaType: 'image/png', bytes: 8 })
})

test('behavior: of a browser’s 201 entries the API request is opened first, and the rest is counted', () => {
  const assets = Array.from({ length: 200 }, (_, at) =>
    entry({
      request: { method: 'GET', url: `https://app.example.com/${at}.js`, postData: {} },
      content: { mimeType: 'text/javascript', text: 'a()' },
    }),
  )
  const text = har(entry({}), ...assets)
  const exchanges = opened(text)
  expect(exchanges).toHaveLength(60)
  expect(exchanges[0]?.request).toMatchObject({ method: 'POST', path: '/chat/completions' })
  expect(exchanges.every(({ cause }) => cause === undefined)).toBe(true)
  // Of what is alike, the newest.
  expect(exchanges.at(-1)?.request.url).toBe('https://app.example.com/199.js')
  expect(leftOut(text)).toEqual([
    '141 of 201 requests were left out: 60 are opened, requests to models first.',
  ])
})

test.each([
  ['as an event stream', 'text/event-stream'],
  ['as plain text', 'text/plain'],
])('behavior: the events of a stream saved %s are its events', (_, mimeType) => {
  const [exchange] = opened(har(entry({ content: { mimeType, text: STREAM } })))
  expect(exchange).toMatchObject({ eventCount: 3, outcome: 'done', timing: { end: 120 } })
  expect(exchange?.body).toBeUndefined()
  expect(answerOf(exchange)).toBe('Hi there')
  expect(exchange?.events.at(2)).toEqual({ at: 120, data: '[DONE]' })
})

test('behavior: a stream that Chrome saved as a list of its events has them with their times', () => {
  const [first = '', second = ''] = STREAM.split('\n\n').map((line) => line.slice('data: '.length))
  const seconds = Date.parse(base.startedDateTime) / 1000
  const [exchange] = opened(
    har(
      entry({
        content: { mimeType: 'text/event-stream', text: undefined, size: 0 },
        _eventSourceMessages: [
          { time: seconds + 0.05, eventName: 'message', eventId: '', data: first },
          { time: seconds + 0.1, eventName: 'end', eventId: '', data: second },
        ],
      }),
    ),
  )
  expect(answerOf(exchange)).toBe('Hi there')
  const events = [...(exchange?.events ?? [])]
  expect(events.map(({ at }) => Math.round(at))).toEqual([50, 100])
  expect(events.map(({ event }) => event)).toEqual([undefined, 'end'])
})

test('behavior: a recording of the local service has its events at their times, and says that it was cut off', () => {
  const [one = '', two = ''] = STREAM.split(/(?<=\n\n)/)
  const [exchange] = opened(
    har(
      entry({
        content: { mimeType: 'text/event-stream', text: one + two },
        _recording: {
          version: 1,
          headers: 8,
          chunks: [
            [10, one.length],
            [30, two.length],
          ],
          end: 'dropped',
        },
      }),
    ),
  )
  expect([...(exchange?.events ?? [])].map(({ at }) => at)).toEqual([10, 30])
  expect(exchange).toMatchObject({ outcome: 'cut', timing: { headers: 8, firstByte: 10 } })
})

test('behavior: a stream without its events is said to have lost them (NeuraLegion/cypress-har-generator#154)', () => {
  const text = har(
    entry({ content: { mimeType: 'text/event-stream', text: undefined, size: 0 } }),
    entry({ content: { text: undefined, size: 300 } }),
  )
  const exchanges = opened(text)
  expect(exchanges).toHaveLength(2)
  const sentence = 'The request succeeded. The file lacks the response body.'
  expect(exchanges.map(outcomeSentence)).toEqual([sentence, sentence])
  expect(leftOut(text)).toEqual([
    '2 response bodies were left out: the program that wrote the file did not save it.',
  ])
})

test('behavior: the fields of a form are those of the request', () => {
  // One that names a model goes first.
  const [other, multipart, encoded] = opened(
    har(
      entry({
        request: {
          postData: {
            mimeType: 'multipart/form-data; boundary=x',
            params: [
              { name: 'prompt', value: 'a cat' },
              { name: 'image', fileName: 'a.png', contentType: 'image/png' },
            ],
            text: undefined,
          },
        },
      }),
      entry({
        request: {
          postData: {
            mimeType: 'application/x-www-form-urlencoded',
            text: 'grant=a+b&x=%C3%BC',
            params: [{ name: 'grant', value: 'a+b' }],
          },
        },
      }),
      // Firefox and mitmproxy write an empty list of fields beside any other body.
      entry({ request: { postData: { mimeType: 'application/json', text: json, params: [] } } }),
    ),
  )
  expect(multipart?.request.form).toEqual([
    { name: 'prompt', text: 'a cat' },
    { name: 'image', fileName: 'a.png', mediaType: 'image/png', bytes: 0 },
  ])
  expect(encoded?.request.form).toEqual([
    { name: 'grant', text: 'a b' },
    { name: 'x', text: 'ü' },
  ])
  expect(other?.request).toMatchObject({ body: JSON.parse(json) })
  expect(other?.request.form).toBeUndefined()
})

test('behavior: a byte order mark is no part of the file (mitmproxy/mitmproxy#6897)', () => {
  expect(opened(`\uFEFF${har(entry({}))}`)).toHaveLength(1)
  const [exchange] = opened(har(entry({})))
  if (exchange === undefined) throw new Error('not read')
  expect(opened(`\uFEFF${toHar(redactedExchange(exchange, { content: true }))}`)).toHaveLength(1)
})

test.each([
  [
    'no time, and parts that did not happen',
    { time: null, timings: { blocked: -1, wait: 100, receive: 20, ssl: -1 } },
    { headers: 100, end: 120 },
  ],
  ['no times at all', { time: undefined, timings: undefined }, {}],
  ['negative times', { time: -5, timings: { send: -1, wait: -1, receive: -1 } }, {}],
  ['times as texts', { time: '120', timings: { receive: '20' } }, { headers: 100, end: 120 }],
])('behavior: a HAR with %s is read', (_, members, timing) => {
  const [exchange] = opened(har({ ...base, ...members }))
  expect(exchange?.timing).toEqual(timing)
  expect(exchange?.status).toBe(200)
})

test('behavior: what programs write differently is read, and what cannot be shown is counted', () => {
  const text = har(
    // Fiddler: no date, comments everywhere.
    { ...entry({}), startedDateTime: '0001-01-01T00:00:00.0000000-08:00', comment: '' },
    // A request that got no response.
    { ...base, response: { status: 0, _error: 'net::ERR_FAILED', headers: [], content: {} } },
    // A status written as a text, headers that are none.
    {
      ...base,
      response: {
        ...base.response,
        status: '404',
        headers: [null, { name: 'a' }, { name: 'n', value: 3 }],
      },
    },
    {
      ...base,
      request: { ...base.request, url: 'wss://api.example.com/v1/realtime' },
      _webSocketMessages: [],
    },
    { ...base, request: { ...base.request, url: 'chrome-extension://abc/x.js' } },
    { ...base, request: 'none' },
    null,
  )
  const exchanges = opened(text)
  expect(exchanges.map(({ status, outcome }) => [status, outcome])).toEqual([
    [200, 'done'],
    [undefined, 'failed'],
    [404, 'failed'],
  ])
  expect(exchanges[2]?.headers).toEqual([
    ['a', ''],
    ['n', ''],
  ])
  expect(leftOut(text)).toEqual([
    '3 entries were left out: no request can be read there.',
    '1 WebSocket connection was left out: only requests and their responses are shown.',
  ])
})

test('behavior: an entry of this page that was damaged is read as one of another program', () => {
  const damaged = { ...entry({}), _exchange: { request: 'lost' } }
  expect(opened(har(damaged))[0]?.body).toMatchObject({ value: { ok: true } })
})

test('behavior: of JSON Lines that lost their end everything before it is opened', () => {
  const [exchange] = opened(
    har(entry({ content: { mimeType: 'text/event-stream', text: STREAM } })),
  )
  const { events, ...rest } = JSON.parse(JSON.stringify(exchange))
  const lines = [{ format: 'playground-exchange' }, rest, ...events].map((line) =>
    JSON.stringify(line),
  )
  const text = lines.join('\n').slice(0, -4)
  expect(opened(text)[0]?.eventCount).toBe(2)
  expect(leftOut(text)).toEqual(['1 event was left out: its line is not that of an event.'])
})

test('behavior: events of several lines are the same when they are saved and opened again', () => {
  const [exchange] = opened(
    har(entry({ content: { mimeType: 'text/event-stream', text: 'data: one\ndata: two\n\n' } })),
  )
  if (exchange === undefined) throw new Error('not read')
  const saved = JSON.parse(toHar(redactedExchange(exchange, { content: true })))
  delete saved.log.entries[0]._exchange
  expect(opened(JSON.stringify(saved))[0]?.events.at(0)?.data).toBe('one\ntwo')
})

test('many entries take a few times what parsing them takes, however many there are', () => {
  const one = JSON.stringify(entry({ request: { method: 'GET', postData: {} } }))
  const text = `{"log":{"entries":[${Array.from({ length: 30_000 }, () => one).join(',')}]}}`
  const measured = <T>(work: () => T) => {
    const before = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(before)
    return { result, cost: user + system }
  }
  const parsing = measured(() => JSON.parse(text))
  const reading = measured(() => leftOut(text))
  expect(reading.cost).toBeLessThan(parsing.cost * 8)
  expect(reading.result[0]).toMatch(/^29,940 of 30,000 requests were left out/)
})

test('a HAR that nests without end is said to', () => {
  expect(readExport(`{"log":{"entries":[${'['.repeat(5000)}`)).toEqual({
    ok: false,
    message: 'The file is nested too deeply to be read.',
  })
})

const rich = hostileVersions({
  log: {
    entries: [
      entry({}),
      entry({
        content: { mimeType: 'text/event-stream', text: STREAM },
        _recording: { version: 1, headers: 1, chunks: [[10, STREAM.length]], end: 'complete' },
      }),
      entry({
        content: { mimeType: 'text/event-stream', text: undefined },
        _eventSourceMessages: [{ time: 1_767_261_600.5, eventName: 'end', data: '{}' }],
      }),
      entry({
        request: {
          postData: {
            mimeType: 'multipart/form-data',
            params: [
              { name: 'a', value: 'b' },
              { name: 'f', fileName: 'x', contentType: 'y' },
            ],
          },
        },
        content: { encoding: 'base64', text: 'iVBORw0KGgo=' },
      }),
    ],
  },
})

test('whatever a member of a HAR is, each entry is shown or counted, and what is shown can be saved', () => {
  fc.assert(
    fc.property(rich, (file) => {
      const reading = readExport(JSON.stringify(file))
      if (!reading.ok) return
      const counted = reading.report.leftOut
        .filter(({ what }) => /^(?:of|entr|WebSocket)/.test(what))
        .reduce((sum, { count }) => sum + count, 0)
      expect(reading.exchanges.length + counted).toBe(
        (file as { log: { entries: unknown[] } }).log.entries.length,
      )
      for (const exchange of reading.exchanges) {
        expect(outcomeSentence(exchange)).not.toBe('')
        expect(streamSummary(exchange.events, exchange.eventCount).count).toBe(exchange.eventCount)
        answerReplay(exchange)(exchange.eventCount)
        timingPhases(exchange)
        serializeExchange(exchange)
        expect(readExport(toHar(redactedExchange(exchange, { content: true }))).ok).toBe(true)
      }
    }),
    { numRuns: 300, seed: 24 },
  )
  expect('polluted' in {}).toBe(false)
})
