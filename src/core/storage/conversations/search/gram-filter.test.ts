import fc from 'fast-check'
import { expect, test } from 'vitest'

import { gramFilter, gramHashes, mayHold } from './search-conversations.ts'

const holds = (text: string, ...words: string[]) => mayHold(gramFilter(text), gramHashes(words))

test('a word that is in the text is never denied, wherever it is cut out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(0xffff), { maxLength: 200 }).map((codes) => String.fromCodePoint(...codes)),
      fc.nat(200),
      fc.integer({ min: 1, max: 20 }),
      (text, start, length) => {
        expect(holds(text, text.slice(start, start + length))).toBe(true)
      },
    ),
  )
})

test('a word that is not in the text is seldom granted', () => {
  const words = Array.from({ length: 2000 }, (_, index) => `word${(index * 7919) % 10_007}`)
  const filter = gramFilter(words.join(' '))
  const strange = Array.from({ length: 1000 }, (_, index) => `xq${index}zv`)
  const granted = strange.filter((word) => mayHold(filter, gramHashes([word])))
  expect(granted.length).toBeLessThan(10)
})

test('one letter, and letters of any script, are enough', () => {
  expect(holds('素早い茶色の狐', '茶')).toBe(true)
  expect(holds('素早い茶色の狐', '茶色')).toBe(true)
  expect(holds('素早い茶色の狐', '色茶')).toBe(false)
  expect(holds('abc', 'z')).toBe(false)
  expect(holds('ab cd', 'bc')).toBe(false)
})

test('a filter is as small as its text needs, and never larger than 16 KiB', () => {
  expect(gramFilter('')).toHaveLength(64)
  expect(gramFilter('a short question').length).toBeLessThanOrEqual(128)
  const everything = Array.from({ length: 200_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
  )
  expect(gramFilter(everything.join(''))).toHaveLength(16 * 1024)
})
