import { expect, it } from 'vitest'

import {
  FAILURE_BLOCK_MS,
  FAILURE_BUDGET,
  FAILURE_WINDOW_MS,
} from '../../../contract/limits/sizes.ts'
import { createFailureBudget } from './failure-budget.ts'

function failTimes(
  budget: ReturnType<typeof createFailureBudget>,
  caller: string,
  times: number,
): void {
  for (let failure = 0; failure < times; failure += 1) budget.recordFailure(caller)
}

it('blocks after more failures than the budget, for the block time, and only that caller', () => {
  let now = 1_000_000
  const budget = createFailureBudget(() => now)
  failTimes(budget, 'a', FAILURE_BUDGET)
  expect(budget.blockedFor('a')).toBe(0)
  failTimes(budget, 'a', 1)
  expect(budget.blockedFor('a')).toBe(FAILURE_BLOCK_MS)
  expect(budget.blockedFor('b')).toBe(0)
  now += FAILURE_BLOCK_MS
  expect(budget.blockedFor('a')).toBe(0)
})

it('forgets failures that are older than the window', () => {
  let now = 1_000_000
  const budget = createFailureBudget(() => now)
  failTimes(budget, 'a', FAILURE_BUDGET)
  now += FAILURE_WINDOW_MS
  failTimes(budget, 'a', FAILURE_BUDGET)
  expect(budget.blockedFor('a')).toBe(0)
})
