import { useEffect, useState } from 'react'

import { historyEntries, type HistoryEntry } from '../../core/history/history-entries.ts'
import { queryWords, type Searched } from '../../core/storage/conversations/conversation-search.ts'
import type { Conversation } from '../../core/storage/conversations/conversation.ts'
import {
  listConversations,
  subscribeConversations,
} from '../../core/storage/conversations/conversations.ts'
import { listLabels } from '../../core/storage/conversations/labels.ts'
import { jobClient } from '../../ui/workers/job-client.ts'
import type { SearchJob, SearchResult } from './search.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './search.worker.ts?worker&url'

interface Listing {
  /** When they were read, Unix ms. */
  readAtMs: number
  /** Undefined while they are being read. */
  entries?: readonly HistoryEntry[]
  conversations: readonly Conversation[]
  /** Why they cannot be read, in the browser's words. */
  failure?: string
}

/** The history of this browser, latest first, kept up to date with every tab. */
export function useHistory(): Listing {
  const [listing, setListing] = useState<Listing>({ readAtMs: 0, conversations: [] })
  useEffect(() => {
    let isShown = true
    let isReading = false
    let isStale = false
    const read = async () => {
      isStale = isReading
      if (isReading) return
      isReading = true
      const next = await readListing()
      isReading = false
      if (!isShown) return
      setListing(next)
      if (isStale) void read()
    }
    void read()
    const stop = subscribeConversations(() => void read())
    return () => {
      isShown = false
      stop()
    }
  }, [])
  return listing
}

async function readListing(): Promise<Listing> {
  const readAtMs = Date.now()
  try {
    const [conversations, labels] = await Promise.all([listConversations(), listLabels()])
    return { readAtMs, conversations, entries: historyEntries(conversations, labels) }
  } catch (error) {
    return { readAtMs, conversations: [], failure: reasonOf(error) }
  }
}

interface Search {
  /** The entries found so far; all of them without a query. */
  found: readonly HistoryEntry[]
  /** Where the words stand, by conversation id. */
  excerpts: ReadonlyMap<string, string>
  /** Messages are still being searched. */
  searching: boolean
  /** Why messages cannot be searched. */
  failure?: string | undefined
}

/** What was found in messages for a query. */
interface Hits {
  query: string
  excerpts: ReadonlyMap<string, string>
  done: boolean
  failure?: string
}

const nothing: ReadonlyMap<string, string> = new Map()

/** The entries whose title, model or messages hold every word of a query. */
export function useSearch({ entries = [], conversations }: Listing, query: string): Search {
  const [hits, setHits] = useState<Hits>({ query: '', excerpts: nothing, done: true })
  const words = queryWords(query)
  const isSearch = words.length > 0
  useEffect(() => {
    if (!isSearch) return undefined
    const controller = new AbortController()
    let excerpts = nothing
    const show = (state: Pick<Hits, 'done' | 'failure'>) => {
      if (!controller.signal.aborted) setHits({ query, excerpts, ...state })
    }
    const onFound = (found: ReadonlyMap<string, string>) => {
      excerpts = found
      show({ done: false })
    }
    searchInWorker(conversations, query, controller.signal, onFound).then(
      () => show({ done: true }),
      (error: unknown) => show({ done: true, failure: reasonOf(error) }),
    )
    return () => controller.abort()
  }, [query, isSearch, conversations])

  if (!isSearch) return { found: entries, excerpts: nothing, searching: false }
  // What was found for other words says nothing about these.
  const isCurrent = hits.query === query
  const excerpts = isCurrent ? hits.excerpts : nothing
  const inHead = (entry: HistoryEntry) => {
    const head = `${entry.title} ${entry.model}`.toLowerCase()
    return words.every((word) => head.includes(word))
  }
  const found = entries.filter(
    (entry) => inHead(entry) || entry.conversationIds.some((id) => excerpts.has(id)),
  )
  const failure = isCurrent ? hits.failure : undefined
  return { found, excerpts, searching: !isCurrent || !hits.done, failure }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error'
}

/** Conversations searched in one go; between two what was found is shown. */
const BATCH = 50

const run = jobClient<SearchJob, SearchResult>(workerUrl, {
  silence: 30_000,
  words: 'Search timed out.',
  // The texts it has read are worth keeping for the next word.
  idle: 60_000,
})

/**
 * Looks for words in what was said, off the main thread: for each conversation that holds all of them
 * an excerpt. `onFound` is called with everything found so far, after each batch; `signal` ends the
 * search. Rejects when the messages cannot be read.
 */
async function searchInWorker(
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
