import type { Searched } from '../../core/storage/conversations/conversation-search.ts'
import { jobClient } from '../../ui/workers/job-client.ts'
import type { SearchJob, SearchResult } from './search.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './search.worker.ts?worker&url'

/** Conversations searched in one go; between two what was found is shown. */
const BATCH = 50

const run = jobClient<SearchJob, SearchResult>(workerUrl, {
  silence: 30_000,
  words: 'Searching took too long and was given up.',
  // The texts it has read are worth keeping for the next word.
  idle: 60_000,
})

/**
 * Looks for words in what was said, off the main thread: for each conversation that holds all of them
 * an excerpt. `onFound` is called with everything found so far, after each batch; `signal` ends the
 * search. Rejects when the messages cannot be read.
 */
export async function searchInWorker(
  conversations: readonly Searched[],
  query: string,
  signal: AbortSignal,
  onFound: (excerpts: SearchResult) => void,
): Promise<void> {
  let found: SearchResult = new Map()
  for (let start = 0; start < conversations.length; start += BATCH) {
    const batch = conversations
      .slice(start, start + BATCH)
      .map(({ id, updatedAt }) => ({ id, updatedAt }))
    const more = await run({ conversations: batch, query })
    if (signal.aborted) return
    if (more.size > 0) found = new Map([...found, ...more])
    onFound(found)
  }
}
