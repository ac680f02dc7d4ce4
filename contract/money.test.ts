import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { chargeFrom, countedCharge, microUsdFrom } from './money.ts'

describe('microUsdFrom', () => {
  it('reads numbers and decimal strings without float error', () => {
    expect(microUsdFrom(0.1)).toBe(100_000)
    expect(microUsdFrom('4.230000')).toBe(4_230_000)
    expect(microUsdFrom(1e-7)).toBe(0)
    expect(microUsdFrom(0.0000005)).toBe(1)
    expect(microUsdFrom('-0.15')).toBe(-150_000)
    expect(microUsdFrom(' 12 ')).toBe(12_000_000)
  })

  it('refuses what is not an amount', () => {
    for (const value of [Number.NaN, Infinity, '', 'abc', '1e9', '0x10', null, {}, 1e300]) {
      expect(microUsdFrom(value)).toBeUndefined()
    }
  })

  it.each([
    -4,
    '-4',
    -1e-9,
    Number.NaN,
    Infinity,
    -Infinity,
    1e300,
    '',
    'free',
    undefined,
    null,
    {},
  ])('a price of %s is no charge, and the estimate counts', (usd) => {
    expect(chargeFrom(usd)).toBeUndefined()
    expect(countedCharge(chargeFrom(usd), 7)).toBe(7)
  })

  it('gives back every whole number of micro-USD', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (micro) => {
        expect(microUsdFrom((micro / 1_000_000).toFixed(6))).toBe(micro)
        expect(microUsdFrom(micro / 1_000_000)).toBe(micro)
      }),
    )
  })
})
