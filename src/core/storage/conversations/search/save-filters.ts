import { database } from '../../db/database.ts'
import { revisionsOf } from './search-index.ts'

/** The revision of messages that were stored before there was an index, until they change. */
const FIRST = 'first'

/** A filter that was made, and the revision of the messages it was made of; none of an older database. */
export interface NewFilter {
  conversationId: string
  revision: string | undefined
  filter: Uint8Array
}

/** Stores filters, each unless its conversation has changed or gone meanwhile. */
export async function saveFilters(made: readonly NewFilter[]): Promise<void> {
  if (made.length === 0) return
  const db = await database()
  const transaction = db.transaction(['conversations', 'searchIndex'], 'readwrite')
  const store = transaction.objectStore('searchIndex')
  const save = async ({ conversationId, revision, filter }: NewFilter) => {
    const [stored, key] = await Promise.all([
      transaction.objectStore('conversations').getKey(conversationId),
      store.getKey(revisionsOf(conversationId)),
    ])
    if (stored === undefined || key?.[1] !== revision) return
    await store.put({ conversationId, revision: revision ?? FIRST, filter })
  }
  await Promise.all([...made.map(save), transaction.done])
}
