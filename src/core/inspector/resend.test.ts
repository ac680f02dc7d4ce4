import { expect, test } from 'vitest'

import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import { spendLimitsOf } from '../client/admission/spend-limits.ts'
import { callOperation } from '../client/operation.ts'
import type { ApiCall } from '../client/request.ts'
import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { readExport } from './export/read-export.ts'
import { resend } from './resend.ts'
import { whyNotResendable } from './why-not-resendable.ts'

const CHAT: JsonObject = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
  an_unknown_field: 3,
}

const STREAM = [
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}',
  'data: [DONE]',
  '',
].join('\n\n')

function service() {
  return fakeClient((sent) =>
    sent.url.endsWith('/chat/completions')
      ? new Response(STREAM, { headers: { 'content-type': 'text/event-stream' } })
      : jsonResponse({ ok: true }),
  )
}

async function sentBefore(made: ReturnType<typeof service>, call: ApiCall) {
  const { signal } = new AbortController()
  const { exchange } = await callOperation(made.client, made.connection, call, { signal })
  return exchange
}

const post = (path: string, body: JsonValue): ApiCall => ({ method: 'POST', path, body })

test('behavior: a chat goes out again with every field, and its events are recorded', async () => {
  const made = service()
  const before = await sentBefore(made, post('/chat/completions', CHAT))
  const opened: string[] = []
  await resend(made.client, made.connection, before, {
    signal: new AbortController().signal,
    onOpen: (id) => opened.push(id),
  })
  expect(made.world.sent).toHaveLength(2)
  const { byId } = made.client.exchanges.store.getState()
  const again = byId[opened[0] ?? '']
  expect(again?.request.body).toEqual(CHAT)
  expect(again).toMatchObject({ outcome: 'done', eventCount: 2 })
})

test('behavior: a request that the API would refuse goes out as it was', async () => {
  const made = service()
  const faulty = { model: 'm', messages: 'none', temperature: '0.7' }
  const before = await sentBefore(made, post('/chat/completions', faulty))
  await resend(made.client, made.connection, before, {
    signal: new AbortController().signal,
    onOpen: () => undefined,
  })
  const { order, byId } = made.client.exchanges.store.getState()
  expect(byId[order.at(-1) ?? '']?.request.body).toEqual(faulty)
  expect(made.world.sent).toHaveLength(2)
})

test('behavior: a spend limit holds it back like any request', async () => {
  const made = service()
  const before = await sentBefore(made, post('/images/generations', { prompt: 'a cat' }))
  await spendLimitsOf(made.client).setLimits(made.connection, { session: 1 })
  await resend(made.client, made.connection, before, {
    signal: new AbortController().signal,
    onOpen: () => undefined,
  })
  expect(made.world.sent).toHaveLength(1)
})

test('behavior: stopping it stops it', async () => {
  const made = service()
  const before = await sentBefore(made, post('/chat/completions', CHAT))
  const controller = new AbortController()
  const opened: string[] = []
  const ended = resend(made.client, made.connection, before, {
    signal: controller.signal,
    onOpen: (id) => opened.push(id),
  })
  controller.abort()
  await ended
  const again = made.client.exchanges.store.getState().byId[opened[0] ?? '']
  expect(again).toMatchObject({ outcome: 'stopped' })
})

test('behavior: what cannot go out as it was says why, and is not sent', async () => {
  const made = service()
  const payment = await sentBefore(made, post('/x402/top-up', {}))
  const file = new Blob(['a'])
  const withFile = await sentBefore(made, {
    method: 'POST',
    path: '/audio/transcriptions',
    form: [{ name: 'file', value: { file, fileName: 'a.wav' } }],
  })
  const chat = await sentBefore(made, post('/chat/completions', CHAT))
  const sent = made.world.sent.length
  const cases = [
    [payment, 'A payment is never repeated.'],
    [withFile, 'Its files are not kept. Edit it and choose them again.'],
    [{ ...chat, shortened: true as const }, 'It was too long to be kept whole.'],
    [
      { ...chat, request: { ...chat.request, headers: [['X-Vendor-TEE-Model-Pub-Key', 'k']] } },
      'It was encrypted for one response. Send the message again.',
    ],
    [
      { ...chat, request: { ...chat.request, method: 'TRACE' } },
      "Requests of method TRACE aren't sent.",
    ],
  ] as const
  for (const [exchange, reason] of cases) {
    expect(whyNotResendable(exchange)).toBe(reason)
    await resend(made.client, made.connection, exchange, {
      signal: new AbortController().signal,
      onOpen: () => expect.unreachable(),
    })
  }
  expect(made.world.sent).toHaveLength(sent)
  expect(whyNotResendable(chat)).toBeUndefined()
})

test('behavior: a request of a HAR goes to this connection, with its custom headers and no credential of the file', async () => {
  const made = service()
  const har = {
    log: {
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00Z',
          request: {
            method: 'POST',
            url: 'https://other.example/api/v1/chat/completions',
            headers: [
              { name: 'Authorization', value: 'Bearer stolen' },
              { name: 'X-Team', value: 'red' },
            ],
            postData: { text: JSON.stringify({ ...CHAT, temperature: '0.7' }) },
          },
          response: { status: 400, headers: [], content: { text: '{}' } },
        },
      ],
    },
  }
  const reading = readExport(JSON.stringify(har))
  const [before] = reading.ok ? reading.exchanges : []
  if (before === undefined) throw new Error('not read')
  expect(JSON.stringify(before)).not.toContain('stolen')
  expect(before.request.headers).toContainEqual(['X-Team', 'red'])
  expect(whyNotResendable(before)).toBeUndefined()
  const { signal } = new AbortController()
  await resend(made.client, made.connection, before, { signal, onOpen: () => undefined })
  const [sent] = made.world.sent
  expect(sent?.url).toBe(`${made.connection.baseUrl}/chat/completions`)
  expect(sent?.headers).toContainEqual(['x-team', 'red'])
  expect(JSON.stringify(sent?.headers)).not.toContain('stolen')
})

test('behavior: a request that was saved without its words is not sent with their lengths', async () => {
  const made = service()
  const before = await sentBefore(
    made,
    post('/chat/completions', { ...CHAT, messages: '<5 chars>' }),
  )
  expect(whyNotResendable(before)).toBeUndefined()
  expect(whyNotResendable({ ...before, fromFile: true })).toContain('no prompts')
})
