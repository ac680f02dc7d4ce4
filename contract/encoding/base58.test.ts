import fc from 'fast-check'
import { expect, it } from 'vitest'

import { decodeBase58, encodeBase58 } from './base58.ts'

it('gives back the bytes of every base58 text up to the length of a signature', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }),
  )
})

it('refuses other letters, nothing, and more than a signature', () => {
  for (const text of ['', '0', 'O', 'l', 'I', 'a b', 'é', '1'.repeat(129)])
    expect(decodeBase58(text)).toBeUndefined()
})
