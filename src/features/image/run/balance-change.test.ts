import { expect, it } from 'vitest'

import { batchBalances, ownCharges } from './balance-change.ts'

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

it('tells the charge of each run where the listed prices add up to the sum, and only there', () => {
  expect(ownCharges(170_000, [40_000, 130_000])).toEqual([
    { microUsd: 170_000, runs: 2, own: 40_000 },
    { microUsd: 170_000, runs: 2, own: 130_000 },
  ])
  const sum = { microUsd: 170_000, runs: 2 }
  expect(ownCharges(170_000, [40_000, 40_000])).toEqual([sum, sum])
  expect(ownCharges(170_000, [170_000, undefined])).toEqual([sum, sum])
  expect(ownCharges(40_000, [50_000])).toEqual([{ microUsd: 40_000, runs: 1 }])
})
