import fc from 'fast-check'
import { expect, it } from 'vitest'

import { decodeBase64, encodeBase64, encodeBase64Url } from './bytes.ts'

it('behavior: bytes are written and read as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const expected = Buffer.from(bytes)
      expect(encodeBase64(bytes)).toBe(expected.toString('base64'))
      expect(encodeBase64Url(bytes)).toBe(expected.toString('base64url'))
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
      expect(decodeBase64(encodeBase64Url(bytes))).toEqual(bytes)
    }),
  )
})

it('behavior: what is no digit is left out, and nothing is read behind the padding', () => {
  const alphabet = fc.constantFrom('A', 'b', '0', '+', '/', '-', '_', ' ', '\n', '.', 'é')
  fc.assert(
    fc.property(fc.string({ unit: alphabet, maxLength: 60 }), (text) => {
      expect(Buffer.from(decodeBase64(text))).toEqual(Buffer.from(text, 'base64'))
    }),
  )
  expect(new TextDecoder().decode(decodeBase64('aGk=aGk='))).toBe('hi')
})
