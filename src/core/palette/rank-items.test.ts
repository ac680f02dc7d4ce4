import { expect, test } from 'vitest'

import { memoryText } from '../storage/testing/test-storage.ts'
import {
  initialGroups,
  loadRecentItems,
  type PaletteItem,
  rankItems,
  saveRecentItem,
} from './rank-items.ts'

const item = (
  kind: PaletteItem['kind'],
  label: string,
  more: Partial<PaletteItem> = {},
): PaletteItem => ({ id: `${kind}:${label}`, kind, label, ...more })

const items = [
  item('command', 'New chat', { keywords: 'conversation' }),
  item('command', 'Go to Chat'),
  item('command', 'Compare configurations', { keywords: 'models side by side' }),
  item('setting', 'temperature', { keywords: 'Temperature sampling' }),
  item('setting', 'min_temp'),
  item('model', 'sandbox-chat', { keywords: 'use model' }),
  item('model', 'sandbox-fast', { keywords: 'use model' }),
  item('conversation', 'A chat about rivers'),
]

const found = (query: string) =>
  rankItems(items, query).map(({ heading, items: of }) => [heading, ...of.map((one) => one.label)])

test('the beginning of a label comes before that of a word, and that before the middle of one', () => {
  expect(found('temp')).toEqual([['Settings', 'temperature', 'min_temp']])
  expect(found('chat')).toEqual([
    ['Commands', 'New chat', 'Go to Chat'],
    ['Models', 'sandbox-chat'],
    ['Conversations', 'A chat about rivers'],
  ])
})

test('every word counts, in the label or beside it', () => {
  expect(found('use sandbox-fast')).toEqual([['Models', 'sandbox-fast']])
  expect(found('fast sandbox')).toEqual([['Models', 'sandbox-fast']])
  expect(found('use nothing')).toEqual([])
})

test('a few letters in their order are enough, but not any letters', () => {
  expect(found('cmpr')).toEqual([['Commands', 'Compare configurations']])
  expect(found('sbf')).toEqual([['Models', 'sandbox-fast']])
  expect(found('zzz')).toEqual([])
})

test('letters in their order count only where no word matches', () => {
  const settings = [item('setting', 'temperature'), item('setting', 'tokens, Max (deprecated)')]
  expect(rankItems(settings, 'temp')[0]?.items.map(({ label }) => label)).toEqual(['temperature'])
})

test('a group is as long as one reads', () => {
  const many = Array.from({ length: 20 }, (_, index) => item('conversation', `River ${index}`))
  expect(rankItems(many, 'river')[0]?.items).toHaveLength(6)
})

test('before anything is typed the recent items stand first, and none stands twice', () => {
  const [recent, commands, ...others] = initialGroups(items, [
    'model:sandbox-fast',
    'gone',
    'command:New chat',
  ])
  expect(recent?.heading).toBe('Recent')
  expect(recent?.items.map(({ label }) => label)).toEqual(['sandbox-fast', 'New chat'])
  expect(commands?.items.map(({ label }) => label)).toEqual([
    'Go to Chat',
    'Compare configurations',
  ])
  expect(others).toEqual([])
  expect(initialGroups(items, []).map(({ heading }) => heading)).toEqual(['Commands'])
})

test('the last five items are remembered, the last one first and each once', () => {
  const storage = memoryText()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) saveRecentItem(storage, id)
  expect(loadRecentItems(storage)).toEqual(['c', 'f', 'e', 'd', 'b'])
})

test('what is stored and no list of ids is none', () => {
  const storage = memoryText()
  storage.save('playground.palette', '{"a":1}')
  expect(loadRecentItems(storage)).toEqual([])
  storage.save('playground.palette', '["a",1]')
  expect(loadRecentItems(storage)).toEqual(['a'])
})
