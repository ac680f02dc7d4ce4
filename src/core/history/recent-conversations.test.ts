import { expect, test } from 'vitest'

import { emptyAnswer, type Answer } from '../../../contract/chat/answer.ts'
import type { Conversation, MessageRecord } from '../storage/conversations/conversation.ts'
import { recentConversations } from './history-entries.ts'

const conversation = (id: string, title: string) => ({
  id,
  title,
  createdAt: 1,
  updatedAt: 1,
  model: 'm',
  settings: {},
})

const answered = (id: string, answer: Partial<Answer>): MessageRecord => ({
  id,
  conversationId: 'a',
  position: 1,
  kind: 'answer',
  shown: 0,
  versions: [{ id, startedAt: 1, model: 'm', answer: { ...emptyAnswer, ...answer } }],
})

function stored(conversations: readonly Conversation[], messages: MessageRecord[] = []) {
  return {
    listConversations: () => Promise.resolve(conversations),
    listLabels: () => Promise.resolve(new Map([['b', { conversationId: 'b', name: 'Mine' }]])),
    loadConversation: (id: string) =>
      Promise.resolve({ conversation: conversation(id, ''), messages }),
  }
}

test('the latest conversations are listed by name, as many as are wanted', async () => {
  const storage = stored([
    conversation('a', 'Rivers'),
    conversation('b', 'x'),
    conversation('c', ''),
  ])
  expect(await recentConversations(storage, 2)).toEqual([
    { path: '/chat/a', title: 'Rivers' },
    { path: '/chat/b', title: 'Mine' },
  ])
})

test('each has the ticks of its last response and the cost of all', async () => {
  const messages = [
    answered('1', { cost: { usd: 0.000123, diem: 0 }, timing: { ticks: ':' } }),
    answered('2', { cost: { usd: 0.002, diem: 0 }, timing: { ticks: '::.|' } }),
  ]
  expect(await recentConversations(stored([conversation('a', 'Rivers')], messages), 3)).toEqual([
    { path: '/chat/a', title: 'Rivers', ticks: '::.|', cost: '$0.0021' },
  ])
})
