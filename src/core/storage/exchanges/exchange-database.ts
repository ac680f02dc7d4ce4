import type { DBSchema } from 'idb'

import { databaseOpener } from '../db/open-database.ts'

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
export const exchangeDatabase = databaseOpener<ExchangeSchema>(
  'vendor-playground-exchanges',
  1,
  (db) => {
    const summaries = db.createObjectStore('summaries', { keyPath: 'id' })
    summaries.createIndex('by-start', 'startedAt')
    db.createObjectStore('exchanges', { keyPath: 'id' })
  },
)
