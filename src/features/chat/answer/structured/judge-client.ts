import { jobClient } from '../../../../ui/workers/job-client.ts'
import type { ResponseFormat, StructuredVerdict } from './judge-structured.ts'
import type { JudgeJob } from './judge.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './judge.worker.ts?worker&url'

/** Longest that judging one answer may take, s. */
const DEADLINE = 3

const run = jobClient<JudgeJob, StructuredVerdict>(workerUrl, {
  silence: DEADLINE * 1000,
  words: `Checking took longer than ${DEADLINE} s and was stopped. The answer is shown as it came.`,
})

/**
 * Judges a finished answer off the main thread, see `judgeStructured`. Never rejects: what could not
 * be judged in time is unchecked.
 */
export async function judgeInWorker(
  text: string,
  format: ResponseFormat,
): Promise<StructuredVerdict> {
  try {
    return await run({ text, format })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'unchecked', message }
  }
}
