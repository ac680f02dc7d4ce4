import { expect, it } from 'vitest'

import { batchBalances, chargesOf } from './charge.ts'

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
  const paid = (microUsd: number, prices: readonly (number | undefined)[]) =>
    chargesOf({ before: 1_000_000, after: 1_000_000 - microUsd, isExact: true }, prices)
  expect(paid(170_000, [40_000, 130_000])).toEqual([
    { microUsd: 170_000, runs: 2, own: 40_000 },
    { microUsd: 170_000, runs: 2, own: 130_000 },
  ])
  const sum = { microUsd: 170_000, runs: 2 }
  expect(paid(170_000, [40_000, 40_000])).toEqual([sum, sum])
  expect(paid(170_000, [170_000, undefined])).toEqual([sum, sum])
  expect(paid(40_000, [50_000])).toEqual([{ microUsd: 40_000, runs: 1 }])
})

it('believes a balance that was heard before the batch only where the listed prices confirm it', () => {
  // A service that takes what it sets aside off a stream's header makes the credit look smaller than it is.
  const estimate = { before: 4_954_082, after: 4_879_873, isExact: false }
  expect(chargesOf(estimate, [60_000, 60_000])).toBeUndefined()
  expect(chargesOf({ ...estimate, before: 4_999_873 }, [60_000, 60_000])).toEqual([
    { microUsd: 120_000, runs: 2, own: 60_000 },
    { microUsd: 120_000, runs: 2, own: 60_000 },
  ])
  expect(chargesOf(estimate, [undefined])).toBeUndefined()
})

it('tells no charge where the credit is not known, or was added to', () => {
  expect(chargesOf({ before: undefined, after: 1, isExact: true }, [1])).toBeUndefined()
  expect(chargesOf({ before: 1, after: undefined, isExact: true }, [1])).toBeUndefined()
  expect(chargesOf({ before: 1, after: 2, isExact: true }, [1])).toBeUndefined()
})
