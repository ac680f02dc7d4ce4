import { expect, test } from 'vitest'

import { memoryText } from '../storage/testing/test-storage.ts'
import { loadRecentItems, saveRecentItem } from './recent-items.ts'

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
