import { expect, it } from 'vitest'

import { batchBalances } from './balance-change.ts'

it('takes the highest balance before a key’s requests and the lowest after a wallet’s', () => {
  expect(
    batchBalances(
      [
        [['x-vendor-balance-usd', '9.960000']],
        [['x-vendor-balance-usd', '10.000000']],
        [['x-vendor-balance-usd', 'nonsense']],
      ],
      'vendor',
    ),
  ).toEqual({ before: 10_000_000 })
  expect(
    batchBalances(
      [[['X-Balance-Remaining', '4.92']], [['x-balance-remaining', '4.96']], []],
      'vendor',
    ),
  ).toEqual({ after: 4_920_000 })
})
