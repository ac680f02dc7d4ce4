import { createStore, type StoreApi } from 'zustand/vanilla'

import type { TextStorage } from '../db/browser-storage.ts'

/** What the keys of saved tool servers begin with. Whether there are any is known before what reads them is loaded. */
export const TOOL_SERVER_PREFIX = 'playground.toolServer.'

interface SavedRecord {
  id: string
  /** Unix ms. */
  addedAt: number
}

/** Records of this browser under a key each: what tabs save at once is merged. */
interface SavedRecords<Saved extends SavedRecord> {
  /** In the order in which they were added. */
  store: StoreApi<readonly Saved[]>
  save(record: Saved): void
  remove(id: string): void
}

interface SavedRecordsWorld<Saved extends SavedRecord> {
  /** Of all tabs. */
  local: TextStorage
  /** Where `storage` events arrive. */
  events: Pick<EventTarget, 'addEventListener'>
  /** What each key begins with; the record's id follows. */
  prefix: string
  /** Reads what is stored; undefined: it is no such record. */
  read: (stored: unknown) => Saved | undefined
}

/** Reads the records under a prefix, and follows what other tabs change. */
export function createSavedRecords<Saved extends SavedRecord>({
  local,
  events,
  prefix,
  read,
}: SavedRecordsWorld<Saved>): SavedRecords<Saved> {
  /** Where storage is refused, or full, they last as long as the page. */
  const unsaved = new Map<string, Saved>()
  const list = (): readonly Saved[] => {
    const stored = local.keys(prefix).flatMap((key) => read(local.loadJson(key)) ?? [])
    return [...stored.filter(({ id }) => !unsaved.has(id)), ...unsaved.values()].toSorted(
      (a, b) => a.addedAt - b.addedAt || a.id.localeCompare(b.id),
    )
  }
  const store = createStore(list)
  const refresh = () => store.setState(list(), true)
  events.addEventListener('storage', (event) => {
    const key: unknown = Reflect.get(event, 'key')
    if (key === null || (typeof key === 'string' && key.startsWith(prefix))) refresh()
  })
  return {
    store,
    save(record) {
      if (local.save(prefix + record.id, JSON.stringify(record))) unsaved.delete(record.id)
      else unsaved.set(record.id, record)
      refresh()
    },
    remove(id) {
      unsaved.delete(id)
      local.remove(prefix + id)
      refresh()
    },
  }
}
