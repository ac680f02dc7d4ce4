import type { DBSchema, IDBPDatabase } from 'idb'

interface PhoneSchema extends DBSchema {
  kept: { key: string; value: unknown }
}

const NAME = 'vendor-playground-phone'

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
  const db = await open().catch(() => undefined)
  const keys = (await db?.getAllKeys('kept')) ?? []
  const values = (await db?.getAll('kept')) ?? []
  const items = new Map<string, unknown>(keys.map((key, index) => [key, values[index]]))
  return {
    getKeys: () => Promise.resolve([...items.keys()]),
    getEntries: <T>() => Promise.resolve([...items] as [string, T][]),
    getItem: <T>(key: string) => Promise.resolve(items.get(key) as T | undefined),
    setItem: async (key, value) => {
      items.set(key, value)
      if (KEPT.test(key)) await db?.put('kept', value, key).catch(() => undefined)
    },
    removeItem: async (key) => {
      items.delete(key)
      if (KEPT.test(key)) await db?.delete('kept', key).catch(() => undefined)
    },
  }
}

async function open(): Promise<IDBPDatabase<PhoneSchema>> {
  const { openDB } = await import('idb')
  return openDB<PhoneSchema>(NAME, 1, { upgrade: (db) => void db.createObjectStore('kept') })
}
