import type { DBSchema, IDBPDatabase } from 'idb'

import type { JsonObject } from '../../../../contract/json.ts'
import { sessionText } from '../db/browser-storage.ts'
import {
  allOrNothing,
  commitInParallel,
  databaseOpener,
  type Transaction,
} from '../db/open-database.ts'
import { clearDraftsHint, hasDraftsHint, setDraftsHint } from './drafts-hint.ts'

interface DraftSetup {
  model: string
  settings: JsonObject
  variables?: Readonly<Record<string, string>>
}

/** What one tab has written and not sent. */
export interface ChatDraft {
  id: string
  /** When it was written, Unix ms. */
  savedAt: number
  /** The conversation it is for; absent for one that holds nothing yet. */
  conversationId?: string
  text: string
  setup?: DraftSetup
  /** The ids of what is attached, in order; each is a record of its own. */
  partIds: readonly string[]
  /** What was written for other conversations; without an id, for one that holds nothing yet. */
  others?: readonly { conversationId?: string; text: string; partIds: readonly string[] }[]
  /** It was sent, and its conversation was not known to be stored yet. */
  isLeaving?: true
  /** What stands in editors of its messages, by message id, as the chat has it. */
  editors?: Readonly<Record<string, object>>
  /** The request as JSON, edited and not applied, as the chat has it. */
  request?: object
}

interface DraftSchema extends DBSchema {
  drafts: { key: string; value: ChatDraft }
  /** Attachments as the chat has them, bytes and all. */
  parts: { key: [string, string]; value: { draftId: string; id: string; part: object } }
}

/** An open place for drafts. Writing begins at once, so that it can be done as the page goes. */
export interface DraftStorage {
  /** All drafts, the latest first. */
  list: () => Promise<ChatDraft[]>
  find: (id: string) => Promise<ChatDraft | undefined>
  /** The attachments of a draft by id, as they were given to {@link saveParts}. */
  partsOf: (draftId: string) => Promise<ReadonlyMap<string, object>>
  save: (draft: ChatDraft) => Promise<void>
  /** Writes and removes attachments of a draft. Rejects when there is no room. */
  saveParts: (
    draftId: string,
    changed: readonly { id: string; part: object }[],
    removed: readonly string[],
  ) => Promise<void>
  remove: (id: string) => Promise<void>
}

/** Where a tab keeps its own text of a new chat: others may write theirs over the draft they share. */
export const TAB_TEXT = 'playground.new-chat-text'

const draftDatabase = databaseOpener<DraftSchema>('vendor-playground-drafts', 1, (db) => {
  db.createObjectStore('drafts', { keyPath: 'id' })
  db.createObjectStore('parts', { keyPath: ['draftId', 'id'] })
})

/**
 * Opens the place of the drafts. It is apart from the conversations: a large attachment that finds
 * no room must not stop a message from being written. Rejects where storage is refused.
 */
export async function openDrafts(): Promise<DraftStorage> {
  return storageIn(await draftDatabase())
}

/** Removes every draft of every tab; the text of a new chat in another tab stays there, as on its screen. */
export async function deleteAllDrafts(): Promise<void> {
  sessionText.remove(TAB_TEXT)
  if (!hasDraftsHint()) return
  const drafts = await openDrafts()
  for (const { id } of await drafts.list()) await drafts.remove(id)
  clearDraftsHint()
}

function storageIn(db: IDBPDatabase<DraftSchema>): DraftStorage {
  const partsRange = (draftId: string) => IDBKeyRange.bound([draftId], [draftId, []])
  return {
    list: async () => (await db.getAll('drafts')).toSorted((a, b) => b.savedAt - a.savedAt),
    find: (id) => db.get('drafts', id),
    partsOf: async (draftId) => {
      const found = await db.getAll('parts', partsRange(draftId))
      return new Map(found.map(({ id, part }) => [id, part]))
    },
    save: async (draft) => {
      // Without it a draft is found again with the first change only.
      setDraftsHint()
      const transaction = db.transaction('drafts', 'readwrite')
      await writeAtOnce(transaction, [() => transaction.store.put(draft)])
    },
    saveParts: async (draftId, changed, removed) => {
      const transaction = db.transaction('parts', 'readwrite')
      await writeAtOnce(transaction, [
        ...changed.map(
          ({ id, part }) =>
            () =>
              transaction.store.put({ draftId, id, part }),
        ),
        ...removed.map((id) => () => transaction.store.delete([draftId, id])),
      ])
    },
    remove: async (id) => {
      const transaction = db.transaction(['drafts', 'parts'], 'readwrite')
      await writeAtOnce(transaction, [
        () => transaction.objectStore('drafts').delete(id),
        () => transaction.objectStore('parts').delete(partsRange(id)),
      ])
    },
  }
}

/** What is written at the end of a task, after which the page may be gone. */
function writeAtOnce(
  transaction: Transaction & { commit(): void },
  writes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  return allOrNothing(transaction, () => commitInParallel(transaction, writes))
}
