import { jobClient } from '../../ui/workers/job-client.ts'
import type { LocatedVerdict, ValidationJob } from './validate.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './validate.worker.ts?worker&url'

/** Longest that validating one response may take, s. */
const DEADLINE = 3

/** Validates a response in a worker; rejects where that takes too long. */
export const validateInWorker = jobClient<ValidationJob, LocatedVerdict>(workerUrl, {
  silence: DEADLINE * 1000,
  words: `Validation timed out after ${DEADLINE} s.`,
})
