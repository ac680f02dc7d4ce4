import fc from 'fast-check'
import { expect, test } from 'vitest'

import { foldText, unfoldedPlace } from './search-index.ts'

test.for([
  ['ÉCOLE', 'ecole'],
  ['e\u0301cole', 'ecole'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['ﬁnal', 'final'],
  ['Ｆｕｌｌ', 'full'],
  ['日本語', '日本語'],
  ['が', 'が'],
  ['か\u3099', 'が'],
  ['한국어', '한국어'],
] as const)('%s is searched as %s', ([text, folded]) => {
  expect(foldText(text)).toBe(folded)
})

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
  )
})

test('a place in the folded text is found in the text as written', () => {
  const written = fc
    .array(fc.constantFrom('é', 'e\u0301', 'ﬁ', 'x', ' ', '日'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(written, written, (before, after) => {
      const text = `${before}needle${after}`
      const folded = foldText(text)
      const place = unfoldedPlace(text, folded, folded.indexOf('needle'))
      expect(Math.abs(place - text.indexOf('needle'))).toBeLessThanOrEqual(before.length)
      expect(foldText(text.slice(0, place))).not.toContain('needle')
    }),
  )
  const long = `${'e\u0301'.repeat(5000)}needle`
  expect(unfoldedPlace(long, foldText(long), 5000)).toBe(10_000)
})
