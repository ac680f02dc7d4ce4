import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fromWritten, toWritten } from './written-text.ts'

test('any text comes back, on one line', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('\n', '\t', '\\', 'n', 'u', '"', '0', 'é', '\u2028', '\u0000'),
      }),
      (text) => {
        expect(fromWritten(toWritten(text))).toBe(text)
        expect(toWritten(text)).not.toMatch(/[\n\r\t]/)
      },
    ),
  )
})

test('line breaks are typed as an escape', () => {
  expect(fromWritten('a\\n\\nb')).toBe('a\n\nb')
  expect(fromWritten('C:\\dir')).toBe('C:\\dir')
})
