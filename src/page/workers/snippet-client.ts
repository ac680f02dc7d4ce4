import { runSnippet, type SnippetJob } from '../../core/chat/tools/run-snippet.ts'
import { createWorker } from '../../ui/worker-policy.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './snippet.worker.ts?worker&url'

/** Runs a snippet in the sealed worker of this page, for at most so long. */
export function runSnippetInWorker(
  job: SnippetJob,
  seconds: number,
): ReturnType<typeof runSnippet> {
  return runSnippet(() => createWorker(workerUrl), job, seconds)
}
