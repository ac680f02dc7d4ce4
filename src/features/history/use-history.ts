import { useEffect, useState } from 'react'

import { historyEntries, type HistoryEntry } from '../../core/history/history-entries.ts'
import type { Conversation } from '../../core/storage/conversations/conversation.ts'
import {
  listConversations,
  subscribeConversations,
} from '../../core/storage/conversations/conversations.ts'
import { listLabels } from '../../core/storage/conversations/labels.ts'
import type { SearchStep } from '../../core/storage/conversations/search/search-conversations.ts'
import { foldText, queryWords } from '../../core/storage/conversations/search/search-index.ts'
import { jobClient } from '../../ui/workers/job-client.ts'
import type { SearchJob } from './search.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './search.worker.ts?worker&url'

interface Listing {
  /** When they were read, Unix ms. */
  readAtMs: number
  /** Undefined while they are being read. */
  entries?: readonly HistoryEntry[]
  conversations: readonly Conversation[]
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
  searching: boolean
  failure?: string | undefined
}

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
    const controller = new AbortController()
    if (!isSearch) {
      // Without the index a search reads what it lacks: nothing is lost.
      buildIndex(controller.signal).catch(() => undefined)
      return () => controller.abort()
    }
    let excerpts = nothing
    const show = (state: Pick<Hits, 'done' | 'failure'>) => {
      if (!controller.signal.aborted) setHits({ query, excerpts, ...state })
    }
    const onFound = (found: ReadonlyMap<string, string>) => {
      excerpts = found
      show({ done: false })
    }
    searchInWorker(query, controller.signal, onFound).then(
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
    const head = foldText(`${entry.title} ${entry.model}`)
    return words.every((word) => head.includes(word))
  }
  const found = entries.filter((entry) => inHead(entry) || excerpts.has(entry.id))
  const failure = isCurrent ? hits.failure : undefined
  return { found, excerpts, searching: !isCurrent || !hits.done, failure }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error'
}

const run = jobClient<SearchJob, SearchStep>(workerUrl, {
  silence: 30_000,
  words: 'Search timed out.',
  // The texts it has read are worth keeping for the next word.
  idle: 60_000,
})

/**
 * Looks for words in what was said, off the main thread: for each conversation that holds all of them
 * an excerpt. `onFound` is called with everything found so far, after each step; `signal` ends the
 * search. Rejects when the messages cannot be read.
 */
async function searchInWorker(
  query: string,
  signal: AbortSignal,
  onFound: (excerpts: ReadonlyMap<string, string>) => void,
): Promise<void> {
  let found = nothing
  let ids: readonly string[] | undefined
  while (ids === undefined || ids.length > 0) {
    const { excerpts, left } = await run({ query, ids })
    if (signal.aborted) return
    if (excerpts.size > 0) found = new Map([...found, ...excerpts])
    onFound(found)
    ids = left
  }
}

/** Indexes what is not, step by step while the page has nothing else to do. */
async function buildIndex(signal: AbortSignal): Promise<void> {
  let ids: readonly string[] | undefined
  while (ids === undefined || ids.length > 0) {
    await whenIdle()
    if (signal.aborted) return
    ids = (await run({ query: '', ids })).left
  }
}

function whenIdle(): Promise<unknown> {
  // Safari has no word for it.
  return 'requestIdleCallback' in globalThis
    ? new Promise((resolve) => requestIdleCallback(resolve))
    : new Promise((resolve) => setTimeout(resolve, 200))
}
