import fc from 'fast-check'
import { expect, test } from 'vitest'

import { emptyAnswer, isComplete, withEnd, type Answer } from '../../../../contract/chat/answer.ts'
import {
  createEventDecoder,
  type ServerEvent,
} from '../../../../contract/chat/read/event-decoder.ts'
import { withEvents } from './answer-events.ts'

const context = { providerName: 'vendor', requestId: 'ray-1', nowMs: 0 }

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
  return read([...decoder.decode(bytes), ...decoder.end().events]).answer
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

const events = (...choices: object[]): ServerEvent[] =>
  choices.map((choice) => ({ data: JSON.stringify({ choices: [choice] }) }))

test('behavior: a choice without an index is the first, and the answer is complete', () => {
  const { answer } = read([
    ...events({ delta: { content: 'Hel' } }),
    { data: '{"id":"c","object":"chat.completion.chunk"}' },
    { data: '{"choices":null,"usage":null}' },
    ...events({ delta: { content: 'lo' } }, { delta: {}, finish_reason: 'stop' }),
  ])
  expect(answer.choices.map(({ content }) => content)).toEqual(['Hello'])
  expect(isComplete(answer)).toBe(true)
})

test('behavior: tool calls without an index are told apart by their ids', () => {
  const call = (id: string | undefined, name: string, args: string) => ({
    delta: { tool_calls: [{ ...(id && { id }), function: { name, arguments: args } }] },
  })
  const { answer } = read(
    events(call('a', 'f', '{"x"'), call(undefined, '', ':1}'), call('b', 'g', '{}')),
  )
  expect(answer.choices[0]?.toolCalls).toEqual([
    { id: 'a', name: 'f', arguments: '{"x":1}' },
    { id: 'b', name: 'g', arguments: '{}' },
  ])
})

test('behavior: what stands in think tags is reasoning, wherever the stream cuts them', () => {
  const text = '<think>\nFirst I look.</think>\n\nThe answer.'
  for (let size = 1; size <= text.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => ({
      index: 0,
      delta: { content: text.slice(at * size, (at + 1) * size) },
    }))
    const { answer } = read(events(...pieces, { index: 0, delta: {}, finish_reason: 'stop' }))
    expect(withEnd(answer).choices).toEqual([
      {
        content: 'The answer.',
        reasoning: 'First I look.',
        reasoningDetails: [],
        toolCalls: [],
        logprobs: [],
        finishReason: 'stop',
      },
    ])
  }
})

test('behavior: an answer that is cut loses nothing of a half tag', () => {
  const { answer } = read(events({ index: 0, delta: { content: ' <thi' } }))
  expect(answer.choices[0]?.content).toBe('')
  expect(withEnd(answer).choices[0]?.content).toBe(' <thi')
  expect(withEnd(answer).choices[0]).not.toHaveProperty('thinkTags')
})

test('property: hostile chunks neither throw nor take memory', () => {
  const index = fc.constantFrom(0, 1, 127, 128, 1e6, 2 ** 31, -1, 0.5, null, '0')
  const call = fc.record(
    { index, id: fc.string(), function: fc.record({ arguments: fc.string() }) },
    { requiredKeys: [] },
  )
  const delta = fc.record(
    { content: fc.oneof(fc.string(), fc.jsonValue()), tool_calls: fc.array(call) },
    { requiredKeys: [] },
  )
  const choice = fc.record({ index, delta, finish_reason: fc.string() }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 20 }), (choices) => {
      const { answer } = read(events(...choices))
      expect(answer.choices.length).toBeLessThanOrEqual(128)
      for (const { toolCalls } of answer.choices) expect(toolCalls.length).toBeLessThanOrEqual(128)
    }),
  )
})

test('behavior: a million tool calls in one chunk end soon', () => {
  const calls = Array.from({ length: 1_000_000 }, (_, index) => ({ index, id: `call_${index}` }))
  const { answer } = read(events({ index: 0, delta: { tool_calls: calls } }))
  expect(answer.choices[0]?.toolCalls).toHaveLength(128)
})
