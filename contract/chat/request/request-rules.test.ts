import { expect, test } from 'vitest'

import { emptyMessageNote, reviewRequest, webUrls } from './request-rules.ts'
import type { ChatRequest } from './request.ts'

const messages = (request: Partial<ChatRequest>) =>
  reviewRequest(request).map((note) => `${note.level}: ${note.message}`)

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
