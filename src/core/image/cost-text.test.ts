import { describe, expect, it } from 'vitest'

import { balanceInWords, costInWords } from './cost-text.ts'
import { testRun } from './testing/test-run.ts'

describe('costInWords', () => {
  it.each([
    [{}, 'What it cost is not known'],
    [{ priceMicroUsd: 40_000 }, 'Listed at $0.04; the balance does not tell'],
    [{ priceMicroUsd: 40_000, charged: { microUsd: 40_000, runs: 1 } }, '$0.04 charged.'],
    [{ charged: { microUsd: 40_000, runs: 1 } }, '$0.04 charged.'],
    [
      { priceMicroUsd: 40_000, charged: { microUsd: 50_000, runs: 1 } },
      '$0.05 charged, not the listed $0.04',
    ],
    [{ charged: { microUsd: 160_000, runs: 4 } }, '$0.16 charged for the 4 edits'],
    [
      { charged: { microUsd: 170_000, runs: 2, own: 40_000 } },
      '$0.04 charged; $0.17 for the 2 edits of this press.',
    ],
    [
      { charged: { microUsd: 40_000, runs: 1 }, balanceAfterMicroUsd: 9_960_000 },
      '$0.04 charged. $9.96 of credit is left.',
    ],
  ])('of %j', (change, words) => {
    expect(costInWords(testRun(change), false)).toContain(words)
  })

  it('does not judge by a balance that is not asked yet', () => {
    expect(costInWords(testRun({ priceMicroUsd: 40_000 }), true)).toBe(
      'Listed at $0.04; what was charged is told once all of this press have ended.',
    )
  })
})

describe('balanceInWords', () => {
  const run = testRun({ balanceBeforeMicroUsd: 10_000_000, priceMicroUsd: 40_000 })
  it.each([
    [10_000_000, 'It has not moved since before this run'],
    [9_960_000, '$0.04 less, which is the price of this edit: it was billed.'],
    [9_900_000, '$0.10 less.'],
    [15_000_000, 'credit was added meanwhile'],
  ])('with %d now', (now, words) => {
    expect(balanceInWords(run, now)).toContain(words)
  })

  it('claims nothing when the credit before is not known', () => {
    expect(balanceInWords(testRun(), 1)).toContain('is not known')
  })
})
