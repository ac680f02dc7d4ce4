import { expect, it } from 'vitest'

import {
  FAILURE_BLOCK_MS,
  FAILURE_BUDGET,
  FAILURE_WINDOW_MS,
} from '../../src/contract/limits/abuse.ts'
import { createFailureBudget } from './failure-budget.ts'

async function failTimes(
  budget: ReturnType<typeof createFailureBudget>,
  caller: string,
  times: number,
): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) await budget.recordFailure(caller)
}

it('blocks after more failures than the budget, for the block time, and only that caller', async () => {
  let now = 1_000_000
  const budget = createFailureBudget(() => now)
  await failTimes(budget, 'a', FAILURE_BUDGET)
  expect(await budget.blockedFor('a')).toBe(0)
  await failTimes(budget, 'a', 1)
  expect(await budget.blockedFor('a')).toBe(FAILURE_BLOCK_MS)
  expect(await budget.blockedFor('b')).toBe(0)
  now += FAILURE_BLOCK_MS
  expect(await budget.blockedFor('a')).toBe(0)
})

it('forgets failures that are older than the window', async () => {
  let now = 1_000_000
  const budget = createFailureBudget(() => now)
  await failTimes(budget, 'a', FAILURE_BUDGET)
  now += FAILURE_WINDOW_MS
  await failTimes(budget, 'a', FAILURE_BUDGET)
  expect(await budget.blockedFor('a')).toBe(0)
})
