import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { excerptOf, queryWords, searchMessages } from './conversation-search.ts'
import type { MessageRecord } from './conversation.ts'
import { restoreConversation, saveMessages } from './conversations.ts'
import { deleteConversations } from './delete-conversations.ts'

test('every word must be there, in any order and case', () => {
  const text = 'The quick brown fox'
  expect(excerptOf(text, queryWords('fox QUICK'))).toBe(text)
  expect(excerptOf(text, queryWords('fox dog'))).toBeUndefined()
})

test('the excerpt stands around the first word, on one line', () => {
  const text = `${'a '.repeat(100)}needle\nnext ${'b '.repeat(100)}`
  const excerpt = excerptOf(text, ['needle'])
  expect(excerpt).toMatch(/^…(?:a )+needle next b/)
  expect(excerpt?.length).toBeLessThan(125)
})

test('an excerpt holds the first word whenever the text holds it', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[ a-z\n]{0,300}$/),
      fc.stringMatching(/^[a-z]{1,8}$/),
      (text, word) => {
        expect(excerptOf(text, [word])?.includes(word) ?? false).toBe(text.includes(word))
      },
    ),
  )
})

const conversation = { id: 'c', title: '', createdAt: 1, updatedAt: 1, model: 'm', settings: {} }
const question: MessageRecord = {
  kind: 'written',
  id: 'q',
  conversationId: 'c',
  position: 1,
  message: { role: 'user', content: 'Where is the needle?' },
}
const answer = (content: string, phase: 'streaming' | 'finished'): MessageRecord => ({
  kind: 'answer',
  id: 'a',
  conversationId: 'c',
  position: 2,
  shown: 0,
  versions: [
    {
      id: 'v',
      startedAt: 1,
      model: 'm',
      answer: {
        ...emptyAnswer,
        phase,
        choices: [{ content, reasoning: '', reasoningDetails: [], toolCalls: [], logprobs: [] }],
      },
    },
  ],
})

test('words are found in questions and answers, also in what an answer has grown by', async () => {
  await restoreConversation({ conversation, messages: [answer('In the', 'streaming'), question] })
  const search = (query: string) => searchMessages([conversation], query)
  expect((await search('needle')).get('c')).toBe('Where is the needle? In the')
  expect((await search('haystack')).size).toBe(0)
  await saveMessages([answer('In the haystack', 'finished')])
  expect((await search('needle haystack')).get('c')).toContain('haystack')
})

test('nothing is found any more in a conversation that was deleted', async () => {
  await restoreConversation({ conversation, messages: [question] })
  expect((await searchMessages([conversation], 'needle')).size).toBe(1)
  await deleteConversations(['c'])
  expect((await searchMessages([conversation], 'needle')).size).toBe(0)
})
