import { expect, test } from 'vitest'

import { MAX_RESULT_TEXT, resultText, storableResult } from './result-text.ts'
import type { ToolContent, ToolResult } from './tool.ts'

const result = (content: ToolContent[], more: Partial<ToolResult> = {}): ToolResult => ({
  content,
  isError: false,
  ...more,
})

test.each<[string, ToolResult, string]>([
  [
    'texts',
    result([
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ]),
    'one\ntwo',
  ],
  [
    'a picture by type and size',
    result([{ type: 'image', mimeType: 'image/png', base64: 'AAAA'.repeat(1000) }]),
    '[image image/png, 3 kB, not sent]',
  ],
  [
    'a resource by its text',
    result([{ type: 'resource', uri: 'file:///a', text: 'inside' }]),
    'inside',
  ],
  [
    'a resource without text by its name',
    result([{ type: 'resource', uri: 'file:///a', base64: 'AAAA' }]),
    '[resource file:///a, unknown type, 3 B, not sent]',
  ],
  [
    'a link by its name',
    result([{ type: 'resource_link', uri: 'file:///a', name: 'A' }]),
    '[link to resource A: file:///a]',
  ],
  ['what is unknown as JSON', result([{ type: 'unknown', value: { a: 1 } }]), '{"a":1}'],
  ['structured content', result([], { structured: { celsius: 21 } }), '{"celsius":21}'],
  [
    'text instead of structured content',
    result([{ type: 'text', text: '21' }], { structured: { celsius: 21 } }),
    '21',
  ],
  ['an error as such', result([{ type: 'text', text: 'no' }], { isError: true }), 'Error: no'],
  ['nothing in words', result([]), 'The tool returned nothing.'],
])('a result is sent: %s', (_, given, text) => {
  expect(resultText(given)).toBe(text)
})

test('a long result is cut, and says so', () => {
  const text = resultText(result([{ type: 'text', text: 'a'.repeat(MAX_RESULT_TEXT + 5) }]))
  expect(text.slice(MAX_RESULT_TEXT)).toBe('\n[5 more characters were left out]')
})

test('what there is no room for is named in what is stored', () => {
  const large = { type: 'image', mimeType: 'image/png', base64: 'A'.repeat(9_000_000) } as const
  const { content } = storableResult(result([large, { type: 'text', text: 'small' }]))
  expect(JSON.stringify(content).length).toBeLessThan(1_000)
  expect(content).toEqual([
    { type: 'text', text: '[left out: [image image/png, 6.8 MB, not sent]]' },
    { type: 'text', text: 'small' },
  ])
})
