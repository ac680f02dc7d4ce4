import { expect, test } from 'vitest'

import { readRequestBody, requestProblems, requestText } from './request-text.ts'

const parts = {
  model: 'm',
  settings: { temperature: 0.5, top_a: 1, vendor_parameters: { enable_web_search: 'on', x: 1 } },
  messages: [{ role: 'user' as const, content: 'Hi' }],
}

const read = (text: string, data = new Map<string, string>(), provider = 'vendor') =>
  readRequestBody(JSON.parse(text), data, provider)

test('what is shown is what comes back, unknown fields included', () => {
  const { text, data } = requestText(parts, 'vendor')
  expect(JSON.parse(text)).toEqual({
    model: parts.model,
    messages: parts.messages,
    ...parts.settings,
  })
  expect(read(text, new Map(data))).toEqual({ ok: true, parts })
})

test('names are those of the provider on the screen, and neutral inside', () => {
  const { text } = requestText(parts, 'acme')
  expect(text).toContain('"acme_parameters"')
  expect(read(text, undefined, 'acme')).toEqual({ ok: true, parts })
})

test('unknown fields are marked as not validated, where they stand', () => {
  const body = { ...parts.settings, model: 'm', messages: parts.messages }
  expect(requestProblems(body, new Map(), 'vendor')).toEqual([
    expect.objectContaining({ path: ['top_a'], severity: 'info', onName: true }),
    expect.objectContaining({ path: ['vendor_parameters', 'x'], severity: 'info' }),
  ])
})

test('faults are the sentences of the panel, at the place in the text', () => {
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 3,
    acme_parameters: { enable_web_search: 'maybe' },
  }
  expect(requestProblems(body, new Map(), 'acme')).toEqual([
    {
      path: ['temperature'],
      message: 'temperature is 3, but must be at most 2.',
      severity: 'error',
    },
    expect.objectContaining({ path: ['acme_parameters', 'enable_web_search'] }),
  ])
})

test('notes between fields are there too', () => {
  const body = { model: 'm', messages: parts.messages, temperature: 1, top_p: 0.5 }
  expect(requestProblems(body, new Map(), 'vendor')).toEqual([
    expect.objectContaining({ path: ['temperature'], severity: 'warning' }),
  ])
})

test('no messages yet is no fault: the composer adds one', () => {
  expect(requestProblems({ model: 'm', messages: [] }, new Map(), 'vendor')).toEqual([])
})

test('a body without model or with half a message is not taken over', () => {
  expect(read('{"messages": []}')).toEqual({ ok: false, message: 'model must be a string.' })
  expect(read('{"model": "m", "messages": [{"role": "user"}]}')).toEqual({
    ok: false,
    message: 'messages[0] is not a message yet.',
  })
  expect(readRequestBody([], new Map(), 'vendor').ok).toBe(false)
})
