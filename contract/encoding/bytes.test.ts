import fc from 'fast-check'
import { expect, it } from 'vitest'

import { base64ToBytes, concatBytes, decodeBase64, encodeBase64, encodeBase64Url } from './bytes.ts'

it('behavior: bytes are written and read as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const expected = Buffer.from(bytes)
      expect(encodeBase64(bytes)).toBe(expected.toString('base64'))
      expect(encodeBase64Url(bytes)).toBe(expected.toString('base64url'))
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
      expect(decodeBase64(encodeBase64Url(bytes))).toEqual(bytes)
      expect(base64ToBytes(encodeBase64(bytes))).toEqual(bytes)
      expect(base64ToBytes(encodeBase64Url(bytes))).toEqual(bytes)
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

it('base64 that is broken gives nothing where nothing may be left out', () => {
  expect(base64ToBytes('a')).toBeUndefined()
  expect(base64ToBytes('né!')).toBeUndefined()
})

it('bytes that came in pieces are put together in their order', () => {
  expect(concatBytes([])).toEqual(new Uint8Array())
  expect(concatBytes([new Uint8Array([1, 2]), new Uint8Array(), new Uint8Array([3])])).toEqual(
    new Uint8Array([1, 2, 3]),
  )
})
