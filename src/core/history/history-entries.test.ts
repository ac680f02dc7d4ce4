import { expect, test } from 'vitest'

import type { Conversation } from '../storage/conversations/conversation.ts'
import { historyEntries } from './history-entries.ts'

const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  title: `Title ${id}`,
  createdAt: 0,
  updatedAt: 1,
  model: 'default',
  settings: {},
  ...more,
})

test('the columns of comparisons that were made before are conversations like any other', () => {
  const column = (id: string, at: number) => ({
    ...conversation(id),
    comparison: { id: 'x', column: at },
  })
  const entries = historyEntries([column('b', 1), conversation('c'), column('a', 0)], new Map())
  expect(entries.map(({ id, title }) => [id, title])).toEqual([
    ['b', 'Title b'],
    ['c', 'Title c'],
    ['a', 'Title a'],
  ])
})

test('a name given by a person goes before the title, and a pin is known', () => {
  const labels = new Map([['a', { conversationId: 'a', name: 'Mine', pinned: true as const }]])
  const [entry] = historyEntries([conversation('a')], labels)
  expect(entry).toMatchObject({ title: 'Mine', pinned: true })
})

test('a conversation without words is untitled', () => {
  expect(historyEntries([conversation('a', { title: ' ' })], new Map())[0]?.title).toBe('Untitled')
})
