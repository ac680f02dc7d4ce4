import { describe, expect, it } from 'vitest'

import { testRun } from '../testing/test-run.ts'
import { balanceInWords, costInWords } from './run-notes.ts'

describe('costInWords', () => {
  it.each([
    [{}, 'Cost unknown'],
    [{ priceMicroUsd: 40_000 }, 'List price $0.04. The charge is unknown.'],
    [{ priceMicroUsd: 40_000, charged: { microUsd: 40_000, runs: 1 } }, '$0.04 charged.'],
    [{ charged: { microUsd: 40_000, runs: 1 } }, '$0.04 charged.'],
    [
      { priceMicroUsd: 40_000, charged: { microUsd: 50_000, runs: 1 } },
      '$0.05 charged, list price $0.04',
    ],
    [{ charged: { microUsd: 160_000, runs: 4 } }, '$0.16 charged for all 4 variations'],
    [
      { charged: { microUsd: 170_000, runs: 2, own: 40_000 } },
      '$0.04 charged, $0.17 for all 2 variations.',
    ],
    [
      { charged: { microUsd: 40_000, runs: 1 }, balanceAfterMicroUsd: 9_960_000 },
      '$0.04 charged. Balance: $9.96.',
    ],
  ])('of %j', (change, words) => {
    expect(costInWords(testRun(change), false)).toContain(words)
  })

  it('does not validate by a balance that is not asked yet', () => {
    expect(costInWords(testRun({ priceMicroUsd: 40_000 }), true)).toBe(
      'List price $0.04. The charge is known once all variations end.',
    )
  })
})

describe('balanceInWords', () => {
  const run = testRun({ balanceBeforeMicroUsd: 10_000_000, priceMicroUsd: 40_000 })
  it.each([
    [10_000_000, 'Unchanged since before this run'],
    [9_960_000, '$0.04 less (the price of this edit: it was billed).'],
    [9_900_000, '$0.10 less.'],
    [15_000_000, 'topped up since'],
  ])('with %d now', (now, words) => {
    expect(balanceInWords(run, now)).toContain(words)
  })

  it('claims nothing when the balance before is unknown', () => {
    expect(balanceInWords(testRun(), 1)).toContain('is unknown')
  })
})
