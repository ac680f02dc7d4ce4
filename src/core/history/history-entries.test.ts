import { expect, test } from 'vitest'

import type { Conversation } from '../storage/conversations/conversation.ts'
import { byDay, historyEntries, importText } from './history-entries.ts'

const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  title: `Title ${id}`,
  createdAt: 0,
  updatedAt: 1,
  model: 'default',
  settings: {},
  ...more,
})

const at = (...parts: [number, number, number, number, number]) => ({
  updatedAt: new Date(...parts).getTime(),
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

const now = new Date(2026, 10, 20, 9, 30).getTime()

test('parts at local midnight and keeps the order', () => {
  const items = [
    at(2026, 10, 20, 9, 0),
    at(2026, 10, 20, 0, 0),
    at(2026, 10, 19, 23, 59),
    at(2026, 10, 19, 0, 0),
    at(2026, 10, 16, 23, 59),
    at(2025, 10, 20, 9, 0),
  ]
  expect(byDay(items, now)).toEqual([
    { day: 'Today', items: items.slice(0, 2) },
    { day: 'Yesterday', items: items.slice(2, 4) },
    { day: 'Mon 16 Nov', items: items.slice(4, 5) },
    { day: '20 Nov 2025', items: items.slice(5) },
  ])
})

test('gives nothing for nothing', () => {
  expect(byDay([], now)).toEqual([])
})

test('says what was added, skipped, kept twice and left out', () => {
  const none = { ok: true, added: 0, same: 0, copied: 0, unreadable: 0, unwritten: 0 } as const
  expect(importText({ ...none, added: 1 })).toBe('1 conversation added.')
  expect(importText({ ...none, same: 2, copied: 1 })).toBe(
    '0 conversations added, 2 skipped: already here, 1 imported as a copy.',
  )
  expect(importText({ ...none, added: 3, unreadable: 1, unwritten: 2 })).toBe(
    '3 conversations added, 1 not readable, 2 not saved: the disk is full.',
  )
  expect(importText({ ok: false, message: 'The file is not JSON.' })).toBe('The file is not JSON.')
})
