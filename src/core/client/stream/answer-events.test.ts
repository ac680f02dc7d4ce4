import { expect, test } from 'vitest'

import { emptyAnswer, isComplete, type Answer } from '../../../../contract/chat/answer.ts'
import { withEvents } from './answer-events.ts'
import { createEventDecoder, type ServerEvent } from './event-decoder.ts'

const context = { providerName: 'vendor', requestId: 'ray-1', now: 0 }

const chunk = (choices: object[], rest: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...rest })}\n\n`
const delta = (content: string, index = 0) =>
  chunk([{ index, delta: { content }, finish_reason: null }])
const finish = (index = 0) => chunk([{ index, delta: {}, finish_reason: 'stop' }])

const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
const whole = [
  chunk([{ index: 0, delta: { role: 'assistant', reasoning_content: 'hm' }, finish_reason: null }]),
  delta('Grüße 👋 '),
  ': keep-alive\n\n',
  delta('an alle'),
  finish(),
  chunk([], { usage, cost: { usd: 0.000004, diem: 0 } }),
  'data: [DONE]\n\n',
].join('')

function read(events: readonly ServerEvent[], from: Answer = emptyAnswer) {
  return withEvents(
    from,
    events.map((event) => ({ at: 5, ...event })),
    context,
  )
}

function readBytes(bytes: Uint8Array): Answer {
  const decoder = createEventDecoder()
  return read([...decoder.decode(bytes), ...decoder.end()]).answer
}

test('a whole stream gives text, reasoning, usage and cost, and is complete', () => {
  const answer = readBytes(new TextEncoder().encode(whole))
  expect(answer.choices[0]).toMatchObject({
    content: 'Grüße 👋 an alle',
    reasoning: 'hm',
    finishReason: 'stop',
  })
  expect(answer.usage).toEqual(usage)
  expect(answer.timing.firstToken).toBe(5)
  expect(isComplete(answer)).toBe(true)
})

test('a stream cut at any byte is complete only once its finish reason is in, and loses nothing', () => {
  const bytes = new TextEncoder().encode(whole)
  const text = new TextDecoder()
  for (let at = 0; at < bytes.length; at += 1) {
    const cut = bytes.subarray(0, at)
    const answer = readBytes(cut)
    const received = text.decode(cut)
    const contents = [...received.matchAll(/"content":"([^"]*)"\},"finish_reason":null\}\]\}/g)]
    expect(answer.choices[0]?.content ?? '').toBe(contents.map(([, piece]) => piece).join(''))
    expect(isComplete(answer)).toBe(received.includes('"finish_reason":"stop"}]}'))
  }
})

test('every started choice must finish', () => {
  const decode = (stream: string) => readBytes(new TextEncoder().encode(stream))
  expect(isComplete(decode(delta('a') + delta('b', 1) + finish(0)))).toBe(false)
  expect(isComplete(decode(delta('a') + delta('b', 1) + finish(0) + finish(1)))).toBe(true)
})

test('an error event ends the answer and keeps what came before, in each of its forms', () => {
  const text: ServerEvent = {
    data: JSON.stringify({ choices: [{ index: 0, delta: { content: 'so far' } }] }),
  }
  const forms: ServerEvent[] = [
    { data: '{"error":{"message":"overloaded","type":"server_error","code":"model_overloaded"}}' },
    { event: 'error', data: '{"message":"overloaded"}' },
    { event: 'error', data: 'overloaded' },
  ]
  for (const form of forms) {
    const { answer, failure } = read([text, form])
    expect(answer.choices[0]?.content).toBe('so far')
    expect(failure?.message).toContain('overloaded')
  }
})

test('tool call pieces are joined by their index', () => {
  const call = (index: number, fn: object, id?: string) => ({
    data: JSON.stringify({
      choices: [{ index: 0, delta: { tool_calls: [{ index, id, function: fn }] } }],
    }),
  })
  const { answer } = read([
    call(0, { name: 'f', arguments: '{"a"' }, 'call_1'),
    call(1, { name: 'g', arguments: '{}' }, 'call_2'),
    call(0, { arguments: ':1}' }),
  ])
  expect(answer.choices[0]?.toolCalls).toEqual([
    { id: 'call_1', name: 'f', arguments: '{"a":1}' },
    { id: 'call_2', name: 'g', arguments: '{}' },
  ])
})

test('hostile events change nothing', () => {
  const events = [
    '{"__proto__":{"polluted":true},"choices":[{"index":0,"delta":{"__proto__":{"polluted":true}}}]}',
    '{"choices":[{"index":2147483648,"delta":{"content":"x"}}]}',
    '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1000000,"function":{"arguments":"x"}}]}}]}',
    '{"choices":"none"}',
    'null',
    '[]',
    '"text"',
    '<html>',
  ].map((data) => ({ data }))
  const { answer, failure } = read(events)
  expect(failure).toBeUndefined()
  expect(answer.choices.length).toBeLessThanOrEqual(1)
  expect(answer.choices[0]?.toolCalls ?? []).toEqual([])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('search results may come in any chunk and are merged by address', () => {
  const cite = (...urls: string[]) => ({
    data: JSON.stringify({
      choices: [],
      vendor_parameters: { web_search_citations: urls.map((url) => ({ title: url, url })) },
    }),
  })
  const { answer } = read([
    cite('https://a.example'),
    cite('https://a.example', 'https://b.example'),
  ])
  expect(answer.citations.map(({ url }) => url)).toEqual(['https://a.example', 'https://b.example'])
})
