import { inParallel } from '../../db/open-database.ts'

/**
 * What tells quickly whether a conversation may hold some words. Every change of its messages replaces it
 * in the same transaction by one without a filter: what is stored is never older than the messages.
 */
export interface SearchIndexRecord {
  conversationId: string
  /** Another one after every change. */
  revision: string
  /** See `gram-filter.ts`; absent until the messages have been read again. */
  filter?: Uint8Array
}

/** The key of a record: a conversation's id and the revision. */
export type SearchIndexKey = [conversationId: string, revision: string]

/** As much of the store as is needed to change it within a transaction of others. */
interface SearchIndexStore {
  delete(keys: IDBKeyRange): Promise<void>
  put(record: SearchIndexRecord): Promise<unknown>
}

/** Every revision of a conversation; there is one at most. */
export function revisionsOf(conversationId: string): IDBKeyRange {
  return IDBKeyRange.bound([conversationId], [conversationId, []])
}

/** Says that the messages of a conversation have changed, in the transaction that changes them. */
export async function resetIndex(store: SearchIndexStore, conversationId: string): Promise<void> {
  await inParallel([
    () => store.delete(revisionsOf(conversationId)),
    () => store.put({ conversationId, revision: crypto.randomUUID() }),
  ])
}
