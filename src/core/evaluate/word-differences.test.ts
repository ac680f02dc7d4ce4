import fc from 'fast-check'
import { expect, test } from 'vitest'

import { wordDifferences } from './word-differences.ts'

test('behavior: the words that another response does not have are marked', () => {
  expect(wordDifferences('The capital is Paris today.', 'The capital is Lyon today.')).toEqual([
    { text: 'The capital is', isOwn: false },
    { text: ' Paris', isOwn: true },
    { text: ' today.', isOwn: false },
  ])
})

test('equal texts have no marked part, and with nothing to compare everything is marked', () => {
  expect(wordDifferences('a b', 'a b')).toEqual([{ text: 'a b', isOwn: false }])
  expect(wordDifferences('a b', '')).toEqual([{ text: 'a b', isOwn: true }])
  expect(wordDifferences('', 'a')).toEqual([])
})

test('texts of too many words are not compared', () => {
  expect(wordDifferences('word '.repeat(2000), 'word')).toBeUndefined()
})

test('behavior: the parts are the whole text, whatever it is', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'ab '), { maxLength: 20 })
  fc.assert(
    fc.property(words, words, (one, other) => {
      const text = one.join('')
      const parts = wordDifferences(text, other.join('')) ?? []
      expect(parts.map((part) => part.text).join('')).toBe(text)
    }),
  )
})
