import { expect, test, vi } from 'vitest'

import { findPattern, type PatternJob } from '../../core/evaluate/checks/check.ts'
import { runChecks } from '../../core/evaluate/checks/outcomes.ts'
import { fakeWorkers } from '../../ui/testing/fake-workers.ts'
import type { JobMessage } from '../../ui/workers/job-client.ts'
import { checkWorkers } from './check-workers.ts'

/** Workers that look for patterns, and for ever for one that is a bomb. */
const workers = fakeWorkers<JobMessage<PatternJob>>((worker, { job }) => {
  worker.reply({ type: 'begun' })
  if (job.pattern !== '(a+)+$') worker.reply({ type: 'result', result: findPattern(job) })
})

const world = {
  ...checkWorkers,
  judge: () => Promise.reject(new Error('sent')),
  uuid: () => 'nonce',
}

test('behavior: a catastrophic pattern is ended, and the next check has a new worker', async () => {
  const outcomes = runChecks(
    [
      { id: 'bomb', type: 'regex', value: '(a+)+$' },
      { id: 'fine', type: 'regex', value: '^a+!$' },
    ],
    { case: { id: 'c', variables: {} }, response: { text: `${'a'.repeat(50)}!`, toolCalls: [] } },
    world,
  )
  await vi.advanceTimersByTimeAsync(2000)
  expect(await outcomes).toMatchObject([
    { checkId: 'bomb', result: 'undecided', reason: 'The regular expression timed out after 2 s.' },
    { checkId: 'fine', result: 'passed' },
  ])
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, false])
})
