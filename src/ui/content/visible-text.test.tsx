import { expect, test } from 'vitest'

import { visibleText } from './visible-text.tsx'

test.each([
  ['a\u200Bb', 'a[U+200B]b', 'zero-width space'],
  ['a\u202Eb', 'a[U+202E]b', 'right-to-left override'],
  ['a\u2066b\u2069', 'a[U+2066]b[U+2069]', 'isolates'],
  ['a\u{E0041}', 'a[U+E0041]', 'a tag, which spells hidden ASCII'],
  ['a\u{E0101}\uFE01', 'a[U+E0101][U+FE01]', 'variation selectors'],
  ['a\u0000\u001B[2J', 'a[U+0000][U+001B][2J', 'control characters'],
  ['a\u00ADb\uFEFF', 'a[U+00AD]b[U+FEFF]', 'soft hyphen and byte order mark'],
  ['a\u3164b', 'a[U+3164]b', 'Hangul filler'],
  ['a\u2028b', 'a[U+2028]b', 'line separator'],
])('security: %j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test('behavior: text as people write it stays as it is', () => {
  const text = 'Größe 日本語 עברית\n\tعربى ❤\uFE0F 1 < 2'
  expect(visibleText(text)).toBe(text)
})
