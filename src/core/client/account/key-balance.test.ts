import { expect, test } from 'vitest'

import { keyAllowance, usdBalanceOf } from './key-balance.ts'

test('what is left of a key is read with its period, each part on its own', () => {
  const data = {
    balances: { USD: 1.25, DIEM: '0.5', BUNDLED_CREDITS: null, OTHER: {} },
    limitPeriod: 'MONTH',
    nextEpochBegins: '2026-11-27T00:00:00.000Z',
    keyExpiration: null,
    rateLimits: null,
  }
  expect(keyAllowance({ data })).toEqual({
    left: [
      ['USD', 1_250_000],
      ['DIEM', 500_000],
    ],
    period: 'per month',
    renewsAt: '2026-11-27T00:00:00.000Z',
  })
  expect(usdBalanceOf({ data })).toBe(1_250_000)
  expect(keyAllowance({ data: { limitPeriod: 'FORTNIGHT' } }).period).toBe('FORTNIGHT')
  for (const body of [null, [], {}, { data: null }, { data: { balances: [], limitPeriod: 1 } }])
    expect(keyAllowance(body)).toEqual({ left: [] })
})
