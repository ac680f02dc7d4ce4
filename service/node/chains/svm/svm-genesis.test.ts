import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeBase58, encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { tokenAmountJson } from './svm-genesis.ts'

describe('amounts of tokens', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000001'],
    [1_500_000n, '1.5'],
    [100_000_000n, '100'],
  ])('%s atomic units are shown as %s', (amount, text) => {
    expect(tokenAmountJson(amount, 6)).toEqual({
      amount: String(amount),
      decimals: 6,
      uiAmount: Number(text),
      uiAmountString: text,
    })
  })

  it('lose nothing in the text', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (amount) => {
        const [whole = '', fraction = ''] = tokenAmountJson(amount, 6).uiAmountString.split('.')
        expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(amount)
      }),
    )
  })
})

describe('base58', () => {
  it('is read back as the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
      }),
    )
  })
})
