import type { CheckWorld } from '../../core/evaluate/checks/check-world.ts'
import type { PatternJob, PatternResult } from '../../core/evaluate/checks/check.ts'
import { jobClient } from '../../ui/workers/job-client.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './pattern.worker.ts?worker&url'
import { runSnippetInWorker } from './snippet-client.ts'
import { validateInWorker } from './validate-client.ts'

/** Longest that a regular expression may take, s: some take years. */
const PATTERN_SECONDS = 2

/** Longest that the code of a check may take, s. */
const CODE_SECONDS = 5

const findPattern = jobClient<PatternJob, PatternResult>(workerUrl, {
  silence: PATTERN_SECONDS * 1000,
  words: `The regular expression timed out after ${PATTERN_SECONDS} s.`,
})

/** The workers of this page that checks need. */
export const checkWorkers: Pick<CheckWorld, 'findPattern' | 'validateJson' | 'runCode'> = {
  findPattern: (job) => findPattern(job),
  validateJson: (text, schema) =>
    validateInWorker({ text, format: { type: 'json_schema', json_schema: { schema } } }),
  runCode: (code, args) => runSnippetInWorker({ code, args, asJson: true }, CODE_SECONDS),
}
