import { jobClient } from '../../workers/job-client.ts'
import { type HighlightRun, maxHighlight } from './highlight.ts'
import type { HighlightJob } from './highlight.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './highlight.worker.ts?worker&url'

/** Some patterns never end on some texts. What was idle for so long has its grammars to load again. */
const run = jobClient<HighlightJob, HighlightRun[] | null>(workerUrl, {
  silence: 1000,
  words: 'Highlighting timed out.',
  idle: 60_000,
})

/**
 * Colours code in a worker, one piece at a time. Resolves to null when the language is unknown, the
 * code too long, or the worker too slow, in which case the worker is stopped and started anew.
 */
export async function highlightInWorker(
  code: string,
  language: string,
): Promise<HighlightRun[] | null> {
  if (code.length > maxHighlight) return null
  // Colours are a comfort: without workers code stays plain.
  return run({ code, language }).catch(() => null)
}
