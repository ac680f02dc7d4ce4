import { expect, test } from 'vitest'

import { validate } from '../../validation.ts'
import { chatFields } from './request-fields.ts'
import {
  type ChatRequest,
  chatRequestSchema,
  emptyMessageNote,
  reviewRequest,
  tokenLimit,
  webUrls,
} from './request.ts'

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

const messages = (request: Partial<ChatRequest>) =>
  reviewRequest(request).map((note) => `${note.level}: ${note.message}`)

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

test('a plain request gives rise to nothing', () => {
  expect(reviewRequest({ temperature: 0.5, stream: true })).toEqual([])
})

test('disable_thinking with encryption is warned of', () => {
  const vendor_parameters = { enable_e2ee: true, disable_thinking: true }
  expect(messages({ vendor_parameters })).toEqual([
    'warning: disable_thinking breaks the encrypted responses of some models.',
  ])
  expect(messages({ vendor_parameters: { disable_thinking: true } })).toEqual([])
})

test('temperature and top_p together are discouraged', () => {
  expect(messages({ temperature: 1, top_p: 0.5 })).toEqual([
    'warning: Set temperature or top_p, not both.',
  ])
})

test('min_temp above max_temp is an error with a swap', () => {
  const [note] = reviewRequest({ min_temp: 1.5, max_temp: 0.5 })
  expect(note?.level).toBe('error')
  expect(note?.fix?.set).toEqual({ min_temp: 0.5, max_temp: 1.5 })
})

test('top_logprobs needs logprobs', () => {
  expect(messages({ top_logprobs: 3 })).toHaveLength(1)
  expect(messages({ top_logprobs: 3, logprobs: true })).toEqual([])
})

test('max_tokens leads to its new name, or says that 0 is ignored', () => {
  expect(reviewRequest({ max_tokens: 9 })[0]?.fix?.set).toEqual({ max_completion_tokens: 9 })
  expect(messages({ max_tokens: 0 })[0]).toContain('ignored')
  expect(messages({ max_tokens: 9, max_completion_tokens: 9 })[0]).toContain('Both')
})

test('reasoning_effort beats reasoning.effort', () => {
  expect(messages({ reasoning_effort: 'low', reasoning: { effort: 'high' } })[0]).toContain(
    'overrides',
  )
  expect(messages({ reasoning_effort: 'low', reasoning: { effort: 'low' } })).toEqual([])
})

test('tool_choice must name a tool that is there', () => {
  const tools = [{ type: 'function' as const, function: { name: 'f' } }]
  expect(messages({ tool_choice: 'required' })[0]).toContain('no tools')
  expect(messages({ tools, tool_choice: 'required' })).toEqual([])
  expect(
    messages({ tools, tool_choice: { type: 'function', function: { name: 'g' } } })[0],
  ).toContain('"g"')
})

test('search is bypassed by scraping and by x search', () => {
  expect(
    messages({ vendor_parameters: { enable_web_search: 'on', enable_x_search: true } })[0],
  ).toContain('enable_x_search bypasses')
})

test('search options without search are idle', () => {
  const [note] = reviewRequest({ vendor_parameters: { enable_web_citations: true } })
  expect(note?.fix?.set).toEqual({ 'vendor_parameters.enable_web_search': 'on' })
})

test('scraping counts the URLs of the last user message', () => {
  const content = Array.from({ length: 6 }, (_, i) => `https://a.example/${i}`).join(' ')
  expect(
    messages({
      messages: [{ role: 'user', content }],
      vendor_parameters: { enable_web_scraping: true },
    }),
  ).toEqual(['warning: The message has 6 URLs. Only the first 5 are fetched.'])
})

test('URLs lose trailing punctuation and repeats', () => {
  expect(webUrls('see https://a.example/x, (https://a.example/x) or http://b.example.')).toEqual([
    'https://a.example/x',
    'http://b.example',
  ])
})

test('a search that is skipped is said before it is sent', () => {
  const vendor_parameters = { enable_web_search: 'on' } as const
  const image = { type: 'image_url' as const, image_url: { url: 'https://a.example/a.png' } }
  const question = [{ role: 'user' as const, content: [image] }]
  const skipped = (request: Partial<ChatRequest>) =>
    messages(request).filter((note) => note.includes('skipped'))
  expect(skipped({ vendor_parameters, messages: question })).toEqual([
    'info: Web search may be skipped when the last user message has an image.',
  ])
  expect(skipped({ vendor_parameters: { ...vendor_parameters, enable_e2ee: true } })).toEqual([
    'info: Web search may be skipped with end-to-end encryption.',
  ])
  const later = [...question, { role: 'user' as const, content: 'And now?' }]
  expect(skipped({ vendor_parameters, messages: later })).toEqual([])
})

test('an assistant message that says nothing may be dropped', () => {
  const empty = { role: 'assistant' as const, content: '' }
  const user = { role: 'user' as const, content: 'Hi' }
  expect(messages({ messages: [user, empty, user] })).toEqual([
    'warning: messages[1] has neither content nor tool calls. The API may drop such assistant messages without notice.',
  ])
  expect(emptyMessageNote(empty)).toContain('may drop')
  expect(emptyMessageNote({ ...empty, content: 'Hi' })).toBeUndefined()
  expect(emptyMessageNote({ role: 'user', content: '' })).toBeUndefined()
})
