import { expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/json.ts'
import { promptPreview } from './request-list.ts'

const preview = (body: JsonValue) =>
  promptPreview({ request: { method: 'POST', url: '', path: '', headers: [], bytes: 0, body } })

test('a chat is known by the last thing its user said', () => {
  const messages = [
    { role: 'user', content: 'First' },
    { role: 'user', content: 'What is\n an   aurora?' },
    { role: 'assistant', content: 'A light' },
  ]
  expect(preview({ messages })).toBe('What is an aurora?')
})

test('a message of parts is known by its first text', () => {
  const content = [
    { type: 'image_url', image_url: { url: 'data:' } },
    { type: 'text', text: 'Describe it' },
  ]
  expect(preview({ messages: [{ role: 'user', content }] })).toBe('Describe it')
})

test('other requests are known by their prompt or input', () => {
  expect(preview({ prompt: 'a cat' })).toBe('a cat')
  expect(preview({ input: ['one', 'two'] })).toBe('one')
})

test('a form is known by its prompt', () => {
  const form = [
    { name: 'image', fileName: 'a.png', mediaType: 'image/png', bytes: 3 },
    { name: 'prompt', text: 'make it warm' },
  ]
  const request = { method: 'POST', url: '', path: '/image/edit', headers: [], bytes: 0, form }
  expect(promptPreview({ request })).toBe('make it warm')
})

test('a long prompt is shortened, and what is none gives none', () => {
  expect(preview({ prompt: 'word '.repeat(100) })).toHaveLength(60)
  for (const body of [
    null,
    'text',
    [],
    {},
    { messages: 'none' },
    { messages: [] },
    { prompt: ' ' },
  ])
    expect(preview(body)).toBeUndefined()
})
