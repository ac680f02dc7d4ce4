import { expect, test } from 'vitest'

import { validate } from '../../validation.ts'
import { chatFields } from './request-fields.ts'
import { chatRequestSchema, tokenLimit } from './request.ts'

const base = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

function faults(extra: object): string[] {
  const result = validate(chatRequestSchema, { ...base, ...extra })
  return result.ok ? [] : result.issues.map((issue) => issue.message)
}

test('the smallest request is valid, and unknown fields pass', () => {
  expect(faults({})).toEqual([])
  expect(faults({ some_new_field: { a: 1 } })).toEqual([])
})

test('required fields are named when missing', () => {
  const result = validate(chatRequestSchema, {})
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([
    'model is required and must be a string.',
    'messages is required and must be an array.',
  ])
})

test('every numeric limit holds just inside and just outside', () => {
  for (const [name, { control }] of Object.entries(chatFields)) {
    if (control.kind !== 'number') continue
    const step = control.integer ? 1 : 0.001
    const inside = [
      control.min,
      control.max,
      control.above === undefined ? undefined : control.above + step,
    ]
    const outside = [
      control.min === undefined ? undefined : control.min - step,
      control.max === undefined ? undefined : control.max + step,
      control.above,
    ]
    for (const value of inside)
      if (value !== undefined) expect(faults({ [name]: value })).toEqual([])
    for (const value of outside) {
      if (value === undefined) continue
      expect(faults({ [name]: value })).toEqual([
        expect.stringContaining(`${name} is ${value}, but must be`),
      ])
    }
    if (control.integer) expect(faults({ [name]: 1.5 })).toHaveLength(1)
    expect(faults({ [name]: '1' })).toEqual([expect.stringMatching(`^${name} is "1", but must be`)])
  }
})

test('a fault deep inside names its path', () => {
  expect(faults({ messages: [{ role: 'robot', content: '' }] })).toEqual([
    'messages[0].role is "robot", but must be one of user, assistant, tool, system, developer.',
  ])
  expect(faults({ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] })).toEqual([
    'messages[0].content[0].text is an empty string, but must have at least 1 character.',
  ])
  expect(
    faults({
      messages: [
        {
          role: 'user',
          content: [{ type: 'input_audio', input_audio: { data: 'https://a.example/x' } }],
        },
      ],
    }),
  ).toEqual([
    'messages[0].content[0].input_audio.data is "https://a.example/x", but must be base64 data; URLs and data URLs are not supported.',
  ])
  expect(faults({ messages: [] })).toEqual([
    'messages is an array of 0, but must have at least 1 item.',
  ])
  expect(faults({ messages: [{ role: 'assistant' }] })).toEqual([
    'messages[0] is an object, but must have content or tool calls.',
  ])
})

test('lists have their limits', () => {
  expect(faults({ stop: ['1', '2', '3', '4'] })).toEqual([])
  expect(faults({ stop: ['1', '2', '3', '4', '5'] })).toEqual([
    'stop is an array of 5, but may have at most 4 items.',
  ])
  expect(faults({ stop: null })).toEqual([])
  expect(faults({ fallbacks: Array.from({ length: 11 }, () => ({ model: 'm' })) })).toHaveLength(1)
})

test('choices name their values', () => {
  expect(faults({ reasoning_effort: 'huge' })).toEqual([
    'reasoning_effort is "huge", but must be one of none, minimal, low, medium, high, xhigh, max.',
  ])
  expect(faults({ vendor_parameters: { enable_web_search: true } })).toEqual([
    'vendor_parameters.enable_web_search is true, but must be one of off, on, auto.',
  ])
})

test('only function tools are supported, the two search types are let through', () => {
  const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } }
  expect(faults({ tools: [tool, { function: { name: 'g' } }, { type: 'web_search' }] })).toEqual([])
  expect(faults({ tools: null })).toEqual([])
  expect(faults({ tools: [{ type: 'retrieval' }] })).toHaveLength(1)
})

test('the five parts and five roles are accepted', () => {
  const content = [
    { type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl: '1h' } },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'input_audio', input_audio: { data: 'AAAA' } },
    { type: 'video_url', video_url: { url: 'https://a.example/v.mp4' } },
    { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
  ]
  const messages = [
    { role: 'system', content: 's' },
    { role: 'developer', content: [{ type: 'text', text: 'd' }] },
    { role: 'user', content, name: null },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      reasoning_details: [{ type: 'reasoning.text', text: 't', index: 0 }],
    },
    { role: 'tool', content: '{}', tool_call_id: 'c' },
  ]
  expect(faults({ messages })).toEqual([])
})

test('a message never quotes long content', () => {
  expect(faults({ model: 3, seed: 'x'.repeat(5000) }).join()).not.toContain('xxx')
})

test('the token limit prefers the current name and ignores 0', () => {
  expect(tokenLimit({ max_tokens: 5, max_completion_tokens: 7 })).toBe(7)
  expect(tokenLimit({ max_tokens: 5 })).toBe(5)
  expect(tokenLimit({ max_tokens: 0 })).toBeUndefined()
})
