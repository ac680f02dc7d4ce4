import type { DBSchema } from 'idb'

import type { MessageRecord } from '../conversations/conversation.ts'
import { databaseOpener, inParallel, isQuotaExceeded } from '../db/open-database.ts'

/** What a list shows of a kept exchange, without reading the exchange itself. */
export interface SavedSummary {
  /** The exchange's id. */
  id: string
  /** The run of a board that sent it; absent of all other requests. */
  origin?: 'evaluate'
  /** When the request was sent, Unix ms. */
  startedAt: number
  /** Size as kept, in characters of JSON. */
  size: number
  /** Method and path: "POST /chat/completions". */
  line: string
  status?: number
  model?: string
  /** The first words of its prompt; absent of what was saved before titles were. */
  title?: string
  /** How long it took, ms. */
  ms?: number
  /** Its events over time, as `tickStrip` writes them. */
  strip?: string
  /** The request of a model that it was sent for. */
  causeId?: string
}

interface ExchangeSchema extends DBSchema {
  summaries: { key: string; value: SavedSummary; indexes: { 'by-start': number } }
  /** The exchange as JSON data, validated again when it is read. */
  exchanges: { key: string; value: { id: string; exchange: unknown } }
}

/**
 * The database of kept exchanges. It is apart from the conversations: it is large, may be emptied at
 * any time, and filling it up must not stop a message from being written. Rejects where storage is
 * refused.
 */
const exchangeDatabase = databaseOpener<ExchangeSchema>('vendor-playground-exchanges', 1, (db) => {
  const summaries = db.createObjectStore('summaries', { keyPath: 'id' })
  summaries.createIndex('by-start', 'startedAt')
  db.createObjectStore('exchanges', { keyPath: 'id' })
})

/**
 * The most that is kept of one origin: exchanges, and characters of JSON over all of them. A run of a board sends
 * thousands, which must not push out those of chats.
 */
export const MAX_EXCHANGES = 400
export const MAX_SIZE = 24 * 1024 * 1024

const STORES = ['summaries', 'exchanges'] as const

/** An exchange with its summary, as it is kept. */
export interface SavedExchange {
  summary: SavedSummary
  /** JSON data; whoever reads it validates it. */
  exchange: unknown
}

/**
 * Keeps an exchange; the oldest ones of its origin go when there are too many. A full disk costs the older half of
 * what is kept, once, and a run no more than its own; when that does not help the error is thrown.
 */
export async function saveExchange(kept: SavedExchange): Promise<void> {
  try {
    await write(kept)
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    const { origin } = kept.summary
    const all = await listExchanges()
    const summaries = origin === undefined ? all : all.filter((one) => one.origin === origin)
    await deleteExchanges(summaries.slice(summaries.length / 2).map(({ id }) => id))
    await write(kept)
  }
}

/** The summaries of all kept exchanges, the newest first. */
export async function listExchanges(): Promise<SavedSummary[]> {
  const found = await (await exchangeDatabase()).getAllFromIndex('summaries', 'by-start')
  return found.toReversed()
}

/** A kept exchange as JSON data; undefined when it is no longer kept. */
export async function readExchange(id: string): Promise<unknown> {
  const found = await (await exchangeDatabase()).get('exchanges', id)
  return found?.exchange
}

/** Removes exchanges, known or not, and gives those that were kept, so that they can be restored. */
export async function deleteExchanges(ids: readonly string[]): Promise<SavedExchange[]> {
  if (ids.length === 0) return []
  const removed = await exchangeDatabase.write(STORES, ([summaries, exchanges]) =>
    Promise.all(
      ids.map(async (id) => {
        const [summary, record] = await Promise.all([summaries.get(id), exchanges.get(id)])
        await Promise.all([summaries.delete(id), exchanges.delete(id)])
        return summary && record ? [{ summary, exchange: record.exchange }] : []
      }),
    ),
  )
  return removed.flat()
}

/** Removes every kept exchange. */
export async function deleteAllExchanges(): Promise<void> {
  await exchangeDatabase.write(STORES, (stores) =>
    Promise.all(stores.map((store) => store.clear())),
  )
}

/** Writes the exchange and removes, in the same transaction, the oldest that are too many. */
async function write({ summary, exchange }: SavedExchange): Promise<void> {
  await exchangeDatabase.write(STORES, async ([summaries, exchanges]) => {
    await inParallel([
      () => summaries.put(summary),
      () => exchanges.put({ id: summary.id, exchange }),
    ])
    const newestFirst = (await summaries.index('by-start').getAll())
      .filter(({ origin }) => origin === summary.origin)
      .toReversed()
    await Promise.all(
      tooMany(newestFirst).flatMap(({ id }) => [summaries.delete(id), exchanges.delete(id)]),
    )
  })
}

/** Those at the end of the list that go beyond what is kept. */
export function tooMany(newestFirst: readonly SavedSummary[]): readonly SavedSummary[] {
  let size = 0
  const kept = newestFirst.findIndex((summary, index) => {
    size += summary.size
    return index >= MAX_EXCHANGES || size > MAX_SIZE
  })
  return kept === -1 ? [] : newestFirst.slice(kept)
}

/**
 * Removes the exchanges that the answers among these messages came by, and gives those that were
 * kept. Never rejects: where exchanges cannot be read, none were written.
 */
export async function deleteExchangesOf(
  messages: readonly MessageRecord[],
): Promise<SavedExchange[]> {
  const ids = messages.flatMap((record) =>
    record.kind === 'answer' ? record.versions.flatMap(({ exchangeId }) => exchangeId ?? []) : [],
  )
  return deleteExchanges(ids).catch(() => [])
}
