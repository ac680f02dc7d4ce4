import fc from 'fast-check'
import { expect, test } from 'vitest'

import { keyAt, placeAt, readJsonText } from './json-text.ts'

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(readJsonText(text)).toMatchObject({ ok: true })
      const read = readJsonText(text)
      expect(JSON.stringify(read.ok && read.value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

test('refuses what JSON.parse refuses, and accepts nothing more', () => {
  const characters = fc.constantFrom(...Array.from('{}[]",:\\ \n\ttrue0123.-eé\u0001'))
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
      let valid = true
      try {
        JSON.parse(text)
      } catch {
        valid = false
      }
      expect(readJsonText(text).ok).toBe(valid)
    }),
    { numRuns: 2000 },
  )
})

test('names the place of a value, of a key, and of the owner of what is missing', () => {
  const text = '{"a": [1, {"b": true}]}'
  const read = readJsonText(text)
  if (!read.ok) throw new Error(read.message)
  const cut = ({ from, to }: { from: number; to: number }) => text.slice(from, to)
  expect(cut(placeAt(read.place, ['a', 1, 'b']))).toBe('true')
  expect(cut(placeAt(read.place, ['a', 1, 'missing']))).toBe('{"b": true}')
  expect(keyAt(read.place, ['a', 1, 'b'])).toEqual({ from: 11, to: 14 })
})

test.each([
  ['{"a": 1,}', 'Trailing comma before }.', 8],
  ['{"a": yes}', 'Unexpected yes: strings need double quotes.', 6],
  ["{'a': 1}", 'Expected a key in double quotes.', 1],
  ['{"a" 1}', 'Missing colon after the key.', 5],
  ['[1 2]', 'Expected a comma or ].', 3],
  ['{"a": "x', 'Missing closing quote.', 6],
  ['', 'Unexpected end: expected a value.', 0],
  ['[', 'Unexpected end: expected a value.', 1],
  ['[nullable]', 'Unexpected nullable: strings need double quotes.', 1],
  ['["a\tb"]', 'Control characters must be escaped, e.g. \\t.', 3],
  ['["\\q"]', 'Invalid escape. Use \\\\ for a backslash.', 1],
  ['{"a": [1]}}', 'Unexpected text after the value.', 10],
  ['{"a": [1]', 'Unexpected end: missing }.', 9],
  ['1 2', 'Unexpected text after the value.', 2],
])('%s is faulted at its place', (text, message, from) => {
  expect(readJsonText(text)).toMatchObject({ ok: false, message, from })
})

test('a name that stands twice is reported, and the last one counts', () => {
  const read = readJsonText('{"a": 1, "a": 2}')
  expect(read).toMatchObject({ ok: true, value: { a: 2 }, repeated: [{ from: 9, to: 12 }] })
})

test('a very deep text is refused with a sentence', () => {
  expect(readJsonText('['.repeat(100_000))).toMatchObject({
    ok: false,
    message: 'Nested deeper than 200 levels.',
  })
})
