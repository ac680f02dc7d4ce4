import type { DBSchema, IDBPDatabase } from 'idb'

import { databaseOpener } from '../db/open-database.ts'

interface PhoneSchema extends DBSchema {
  kept: { key: string; value: unknown }
}

const phoneDatabase = databaseOpener<PhoneSchema>('vendor-playground-phone', 1, (db) => {
  db.createObjectStore('kept')
})

/**
 * What a session with a phone needs to go on after a reload. All else that its client wants to keep lasts as
 * long as the page: among it are texts that were signed, and the signatures.
 */
const KEPT = /\/\/(?:keychain|subscription|pairing|expirer|session)$/

/** Keeps what the client of phone wallets remembers, in the shape in which that client asks. */
export interface PhoneStorage {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/** Opens it; where the browser refuses storage, it lasts as long as the page. */
export async function openPhoneStorage(): Promise<PhoneStorage> {
  const items = await storedItems().catch(() => new Map<string, unknown>())
  // What cannot be stored lasts as long as the page.
  const store = (key: string, change: (db: IDBPDatabase<PhoneSchema>) => Promise<void>) =>
    KEPT.test(key)
      ? phoneDatabase()
          .then(change)
          .catch(() => undefined)
      : Promise.resolve()
  return {
    getKeys: () => Promise.resolve([...items.keys()]),
    getEntries: <T>() => Promise.resolve([...items] as [string, T][]),
    getItem: <T>(key: string) => Promise.resolve(items.get(key) as T | undefined),
    setItem: (key, value) => {
      items.set(key, value)
      return store(key, async (db) => void (await db.put('kept', value, key)))
    },
    removeItem: (key) => {
      items.delete(key)
      return store(key, (db) => db.delete('kept', key))
    },
  }
}

async function storedItems(): Promise<Map<string, unknown>> {
  const kept = (await phoneDatabase()).transaction('kept').store
  const [keys, values] = await Promise.all([kept.getAllKeys(), kept.getAll()])
  return new Map(keys.map((key, index) => [key, values[index]]))
}
