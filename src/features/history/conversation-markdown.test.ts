import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'

import { emptyAnswer } from '../../../contract/chat/answer.ts'
import type { AnswerMessage, MessageRecord } from '../../core/storage/conversations/conversation.ts'
import { conversationMarkdown, fenced, inertMarkdown, inline } from './conversation-markdown.ts'

const reader = new MarkdownIt({ html: true })

const line = fc.stringMatching(/^[ -~]{0,20}$/)
const nasty = fc.oneof(
  fc.array(fc.oneof(line, fc.constantFrom('```', '````text', '~~~', '`', '    x', '> y')), {
    maxLength: 8,
  }),
  fc.array(line, { maxLength: 8 }),
)

test('whatever is in a fence comes out of it as it went in', () => {
  fc.assert(
    fc.property(nasty, (lines) => {
      const text = lines.join('\n')
      const tokens = reader.parse(fenced(text), {})
      expect(tokens.map(({ type }) => type)).toEqual(['fence'])
      expect(tokens[0]?.content).toBe(`${text}\n`)
    }),
  )
})

test('a title stays one line of plain text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const shown = reader.parse(`# ${inline(`a${text}b`)}`, {})
      expect(shown.map(({ type }) => type)).toEqual(['heading_open', 'inline', 'heading_close'])
      const kinds = shown[1]?.children?.map(({ type }) => type) ?? []
      expect(kinds.filter((kind) => !kind.startsWith('text'))).toEqual([])
    }),
  )
})

const pieces = fc.array(
  fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/?q=1)',
    '![x][1]',
    '`a <b> c`',
    '``',
    '`',
    '\\',
    '\n',
    'word ',
    '**bold**',
    '<https://a.example>',
    '<!-- hidden -->',
    '\n\n',
    '\n```\n',
    '\n  ```\n',
    '- ',
    '> ',
    '| a | b |\n|---|---|\n',
    '\n\n    ',
  ),
  { maxLength: 12 },
)

test('an answer in an export loads nothing and hides nothing', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const tokens = reader.parse(inertMarkdown(parts.join('')), {})
      const all = tokens.flatMap((token) => [token, ...(token.children ?? [])])
      const loading = all.filter(({ type }) => /^(?:html|image)/.test(type))
      expect(loading.map(({ content }) => content)).toEqual([])
    }),
  )
})

test('code is not touched, and a fence that was cut open is closed', () => {
  expect(inertMarkdown('a `<b>` c <d>')).toBe('a `<b>` c \\<d>')
  expect(inertMarkdown('```html\n<p>\n![x](y)')).toBe('```html\n<p>\n![x](y)\n```')
})

const base = { conversationId: 'c', position: 1 }
const user: MessageRecord = {
  ...base,
  kind: 'written',
  id: 'm',
  message: {
    role: 'user',
    content: [
      { type: 'text', text: '# Not a heading' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ],
  },
}
const answer: AnswerMessage = {
  ...base,
  kind: 'answer',
  id: 'a',
  shown: 0,
  versions: [
    {
      id: 'v',
      startedAt: 0,
      model: 'sandbox-chat',
      answer: {
        ...emptyAnswer,
        phase: 'cut',
        choices: [
          {
            content: 'An **answer**',
            reasoning: 'Hm',
            reasoningDetails: [],
            toolCalls: [{ id: 't', name: 'now', arguments: '{}' }],
            logprobs: [],
          },
        ],
      },
    },
  ],
}

test('a conversation reads from top to bottom', () => {
  const conversation = {
    id: 'c',
    title: 'T',
    createdAt: 0,
    updatedAt: 0,
    model: 'sandbox-chat',
    settings: { temperature: 0.5 },
  }
  const text = conversationMarkdown({ conversation, messages: [user, answer] }, 'Cats & <dogs>')
  expect(text).toBe(
    [
      '# Cats \\& \\<dogs\\>',
      'sandbox\\-chat · 1970-01-01T00:00:00.000Z',
      '```json\n{\n  "temperature": 0.5\n}\n```',
      '## user',
      '```text\n# Not a heading\n```',
      'Attached, not in this document:\n\n- image_url',
      '## assistant · sandbox\\-chat (cut)',
      'Reasoning:',
      '```text\nHm\n```',
      'An **answer**',
      'Calls the tool now:\n\n```json\n{}\n```\n',
    ].join('\n\n'),
  )
})
