import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readDelimitedText } from './table-text.ts'

test('values in quotes may have delimiters, quotes and line breaks', () => {
  const text = 'a,b\r\n"x, y","say ""hi"""\n"two\nlines",\r\n'
  expect(readDelimitedText(text, ',')).toEqual([
    ['a', 'b'],
    ['x, y', 'say "hi"'],
    ['two\nlines', ''],
  ])
})

test('quotes inside a value without them are ordinary characters', () => {
  expect(readDelimitedText('5" pipe,b', ',')).toEqual([['5" pipe', 'b']])
  expect(readDelimitedText('"hi" he said\tb', '\t', false)).toEqual([['"hi" he said', 'b']])
})

test('a faulty quote is named by row and column', () => {
  expect(() => readDelimitedText('a,b\n1,"2\n3,4', ',')).toThrow(
    'Row 2, column 2: the quoted value has no closing quote.',
  )
  expect(() => readDelimitedText('a,b\n"two\nlines",1\n2,"x"y', ',')).toThrow(
    'Row 3, column 2: text after the closing quote.',
  )
})

test('behavior: what is written by the rules of CSV is read as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é') })
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 })
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
      const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
      const text = rows.map((row) => row.map(quoted).join(delimiter)).join('\r\n')
      expect(readDelimitedText(text, delimiter)).toEqual(rows)
    }),
  )
})
