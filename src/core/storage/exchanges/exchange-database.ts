import type { DBSchema, IDBPDatabase } from 'idb'

/** What a list shows of a kept exchange, without reading the exchange itself. */
export interface KeptSummary {
  /** The exchange's id. */
  id: string
  /** When the request was sent, Unix ms. */
  startedAt: number
  /** Size as kept, in characters of JSON. */
  size: number
  /** Method and path: "POST /chat/completions". */
  line: string
  status?: number
  model?: string
}

interface ExchangeSchema extends DBSchema {
  summaries: { key: string; value: KeptSummary; indexes: { 'by-start': number } }
  /** The exchange as JSON data, judged again when it is read. */
  exchanges: { key: string; value: { id: string; exchange: unknown } }
}

const NAME = 'vendor-playground-exchanges'
const VERSION = 1

let opening: Promise<IDBPDatabase<ExchangeSchema>> | undefined

/**
 * The database of kept exchanges. It is apart from the conversations: it is large, may be emptied at
 * any time, and filling it up must not stop a message from being written. Rejects where storage is
 * refused.
 */
export function exchangeDatabase(): Promise<IDBPDatabase<ExchangeSchema>> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function open(): Promise<IDBPDatabase<ExchangeSchema>> {
  const { openDB } = await import('idb')
  return openDB<ExchangeSchema>(NAME, VERSION, {
    upgrade(db) {
      const summaries = db.createObjectStore('summaries', { keyPath: 'id' })
      summaries.createIndex('by-start', 'startedAt')
      db.createObjectStore('exchanges', { keyPath: 'id' })
    },
    blocking(_current, _next, event) {
      opening = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated() {
      opening = undefined
    },
  })
}
