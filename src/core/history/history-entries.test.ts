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

test('the columns of a comparison are one line, in their order', () => {
  const entries = historyEntries(
    [
      conversation('b', { comparison: { id: 'x', column: 1 }, model: 'two', updatedAt: 5 }),
      conversation('c'),
      conversation('a', { comparison: { id: 'x', column: 0 }, model: 'one' }),
    ],
    new Map(),
  )
  expect(entries).toEqual([
    {
      id: 'compare-x',
      title: 'Compare: Title a',
      model: 'one · two',
      updatedAt: 5,
      pinned: false,
      conversationIds: ['a', 'b'],
    },
    expect.objectContaining({ id: 'c', title: 'Title c', conversationIds: ['c'] }),
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
