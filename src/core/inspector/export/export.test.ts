import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Failure } from '../../../../contract/errors/failure.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { outcomeSentence, outcomeWord } from '../exchange-text.ts'
import { toHar } from './har-exchange.ts'
import { readExport } from './read-export.ts'
import { redactedExchange, toJsonLines } from './redacted-exchange.ts'

const KEY = 'sk-abcdefghijklmnopqrstuvwxyz0123456789'
const PROMPT = 'A very private question'

const exchange: Exchange = {
  id: 'one',
  startedAt: 1_790_000_000_000,
  providerName: 'vendor',
  background: false,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4310/api/v1/chat/completions',
    path: '/chat/completions',
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', `Bearer ${KEY}`],
    ],
    body: {
      model: 'sandbox-chat',
      temperature: 0.5,
      messages: [
        { role: 'user', content: PROMPT },
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAABBBB' } }],
        },
      ],
    },
    fileNames: { 'messages.1.content.0.image_url.url': 'my-own-name.png' },
    bytes: 120,
  },
  outcome: 'done',
  timing: { headers: 5, firstByte: 6, firstToken: 7, end: 20 },
  status: 200,
  headers: [
    ['content-type', 'text/event-stream'],
    ['cf-ray', 'abc-LOC'],
    ['set-cookie', 'session=secret'],
    ['x-vendor-version', '20261101'],
  ],
  events: [
    { at: 6, data: `{"choices":[{"index":0,"delta":{"content":"Echo of ${PROMPT}"}}]}` },
    { at: 9, data: '[DONE]' },
  ],
  eventCount: 2,
  receipt: { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
}

const written = { har: toHar, lines: toJsonLines }

for (const [name, write] of Object.entries(written)) {
  test(`${name}: holds shapes, times and the support id, and no text of anyone`, () => {
    const file = write(redactedExchange(exchange, { content: false }))
    for (const secret of [KEY, PROMPT, 'AAAABBBB', 'session=secret', 'my-own-name'])
      expect(file).not.toContain(secret)
    for (const kept of ['abc-LOC', 'sandbox-chat', '20261101', '0.5', 'chars>'])
      expect(file).toContain(kept)
  })

  test(`${name}: with the texts asked for, keys and files' bytes are out all the same`, () => {
    const file = write(redactedExchange(exchange, { content: true }))
    expect(file).toContain(PROMPT)
    for (const secret of [KEY, 'AAAABBBB', 'session=secret']) expect(file).not.toContain(secret)
  })

  test(`${name}: opened again it is the exchange that was saved`, () => {
    const saved = redactedExchange(exchange, { content: true })
    const reading = readExport(write(saved))
    const { id: _, events, ...rest } = saved
    expect(reading).toMatchObject({ ok: true, exchanges: [{ ...rest, fromFile: true }] })
    expect(reading.ok && [...(reading.exchanges[0]?.events ?? [])]).toEqual(events)
  })
}

test('behavior: no credential by its name is in a file: in the address, a form, an event, an object', () => {
  const secret = 'hunter-2-plain'
  const file = toHar(
    redactedExchange(
      {
        ...exchange,
        request: {
          ...exchange.request,
          url: `http://127.0.0.1:4310/api/v1/models?access_token=${secret}`,
          path: `/models?access_token=${secret}`,
          body: { api_key: { value: secret }, tool: { 'X-Api-Key': secret } },
          form: [{ name: 'password', text: secret }],
        },
        events: [{ at: 1, event: `Bearer ${secret}`, data: `{"refresh_token":"${secret}"}` }],
      },
      { content: true },
    ),
  )
  expect(file).not.toContain(secret)
  expect(file).toContain('access_token=')
})

test('behavior: of a failure a file tells what it was, and quotes nothing', () => {
  const failure: Failure = {
    kind: 'invalid_request',
    status: 400,
    requestId: 'abc-LOC',
    message: `The key ${KEY} is not used here.`,
    body: { error: PROMPT },
    issues: [],
  }
  for (const content of [true, false])
    expect(redactedExchange({ ...exchange, failure }, { content }).failure).toEqual({
      kind: 'invalid_request',
      status: 400,
      requestId: 'abc-LOC',
      message: expect.not.stringContaining(KEY),
    })
})

test('a HAR of another program shows what the format says', () => {
  const reading = readExport(
    JSON.stringify({
      log: {
        entries: [
          {
            startedDateTime: '2026-11-01T10:00:00.000Z',
            time: 12,
            request: { method: 'GET', url: 'https://api.example/v1/models?x=1', headers: [] },
            response: {
              status: 503,
              headers: [{ name: 'cf-ray', value: 'r' }],
              content: { text: '{"error":"At capacity"}' },
            },
          },
        ],
      },
    }),
  )
  expect(reading).toMatchObject({
    ok: true,
    exchanges: [
      { status: 503, headers: [['cf-ray', 'r']], failure: { kind: 'at_capacity' }, fromFile: true },
    ],
  })
})

test('whatever the file holds, it is answered in words', () => {
  const anyFile = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .jsonValue()
      .map((value) => JSON.stringify({ log: { entries: [value, { request: value }] } })),
    fc.jsonValue().map((value) => `{"format":"playground-exchange"}\n${JSON.stringify(value)}`),
  )
  fc.assert(
    fc.property(anyFile, (text) => {
      const reading = readExport(text)
      expect(reading.ok || reading.message).toSatisfy((said) => said === true || said.endsWith('.'))
    }),
    { numRuns: 2_000 },
  )
})

test('behavior: a refused request of a HAR is said to be one', () => {
  const har = {
    log: {
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00Z',
          request: { method: 'POST', url: 'https://api.example/v1/chat/completions', headers: [] },
          response: { status: 400, headers: [], content: { text: '{"error":"No such field"}' } },
        },
      ],
    },
  }
  const reading = readExport(JSON.stringify(har))
  const [refused] = reading.ok ? reading.exchanges : []
  expect(refused && outcomeWord(refused).word).toBe('failed')
  expect(refused && outcomeSentence(refused)).toBe('The API returned an error.')
})
