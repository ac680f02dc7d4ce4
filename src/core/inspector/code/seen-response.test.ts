import { expect, it } from 'vitest'

import type { JsonObject } from '../../../../contract/json.ts'
import { type CodeExchange, codeRequest } from './code-request.ts'
import { vitestCode } from './vitest.ts'

function exchange(sent: JsonObject, more: Partial<CodeExchange> = {}): CodeExchange {
  return {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [['Authorization', '<redacted 51 chars>']],
      body: { model: 'm', messages: [], ...sent },
      bytes: 0,
    },
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    status: 200,
    outcome: 'done',
    events: [],
    body: {
      kind: 'json',
      bytes: 1,
      value: {
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason: 'stop', message: { content: 'Four "and" more' } }],
      },
    },
    ...more,
  }
}

const stream = (outcome: CodeExchange['outcome']): Partial<CodeExchange> => ({
  outcome: outcome ?? 'done',
  headers: [['content-type', 'text/event-stream']],
  events: [
    { at: 1, data: '{"choices":[{"index":0,"delta":{"content":"One "}}]}' },
    {
      at: 2,
      data: '{"choices":[{"index":0,"delta":{"content":"two","tool_calls":[{"function":{"name":"weather"}}]},"finish_reason":"tool_calls"}]}',
    },
    { at: 3, data: '[DONE]' },
  ],
})

it('behavior: a test expects the text only where the request has a seed', () => {
  const seeded = vitestCode(codeRequest(exchange({ seed: 4 })))
  expect(seeded).toContain(String.raw`"Four \"and\" more"`)
  expect(seeded).toContain('"stop"')
  expect(seeded).toContain('"chat.completion"')
  expect(vitestCode(codeRequest(exchange({})))).not.toContain('Four')
})

it('a test expects the finish reason, tools and end of a stream', () => {
  const code = vitestCode(codeRequest(exchange({ stream: true, seed: 1 }, stream('done'))))
  for (const part of ['"tool_calls"', '"weather"', '"[DONE]"', '"One two"', 'text/event-stream'])
    expect(code).toContain(part)
})

it('a test expects a lost connection where it was lost', () => {
  const code = vitestCode(codeRequest(exchange({ stream: true }, stream('cut'))))
  expect(code).toMatch(/rejects\.toThrow/)
  expect(code).not.toContain('[DONE]')
})

it('behavior: a test repeats no secret of a response', () => {
  const key = 'sk-abcdefghijklmnopqrstuvwxyz0123'
  const value = { choices: [{ message: { content: `Use ${key}` } }] }
  const code = vitestCode(
    codeRequest(exchange({ seed: 1 }, { body: { kind: 'json', bytes: 1, value } })),
  )
  expect(code).not.toContain(key)
})

it('a test sends a form, and expects no more than was seen', () => {
  const { request } = exchange({})
  const { body: _body, ...line } = request
  const form = [
    { name: 'prompt', text: 'Blue "sky"' },
    { name: 'image', fileName: 'my cat.png', mediaType: 'image/png', bytes: 5 },
  ]
  const code = vitestCode(
    codeRequest({ request: { ...line, form }, headers: [['content-type', 'image/png']] }),
  )
  expect(code).toContain('my-cat.png')
  expect(code).toMatch(/400/)
})
