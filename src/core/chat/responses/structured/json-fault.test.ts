import fc from 'fast-check'
import { expect, test } from 'vitest'

import { jsonFault } from './json-fault.ts'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('finds a fault exactly where the platform refuses the text', () => {
  const piece = fc.constantFrom(
    ...'{|}|[|]|,|:|"a"|1|-0.5e3|true|null|"|\\|01|x| |\n|"\\u00e9"'.split('|'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(jsonFault(text) === undefined).toBe(parses(text))
    }),
    { numRuns: 5000 },
  )
})

test('accepts every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonFault(JSON.stringify(value, null, 2))).toBeUndefined()
    }),
  )
})

test('says where and what', () => {
  expect(jsonFault('{\n  "a": 1,\n}')).toEqual({
    position: 12,
    line: 3,
    column: 1,
    message: 'Unexpected "}", expected a key in quotes',
  })
  expect(jsonFault('[1, 2')?.message).toBe(
    'Unexpected end, expected a comma or the end of the array or object',
  )
})

test('a very deep text costs no stack', () => {
  expect(jsonFault('['.repeat(200_000))?.position).toBe(200_000)
})
