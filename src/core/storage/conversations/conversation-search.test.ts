import fc from 'fast-check'
import { expect, test } from 'vitest'

import { excerptOf, queryWords } from './conversation-search.ts'

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
