import 'fake-indexeddb/auto'
import { openDB, type DBSchema } from 'idb'
import { afterEach, expect, it, vi } from 'vitest'

import { databaseOpener } from './open-database.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

interface TestSchema extends DBSchema {
  kept: { key: string; value: unknown }
}

const opener = (name: string) =>
  databaseOpener<TestSchema>(name, 1, (db) => void db.createObjectStore('kept'))

it('opens once, whoever asks', async () => {
  const database = opener('once')
  const [one, other] = await Promise.all([database(), database()])
  expect(other).toBe(one)
  expect(await database()).toBe(one)
})

it('lets another tab upgrade, and says so to who asks next', async () => {
  const database = opener('upgraded')
  const before = await database()
  // A newer page in another tab. It waits until this one has closed its connection.
  const newer = await openDB('upgraded', 2, { upgrade: (db) => void db.createObjectStore('more') })
  expect([...newer.objectStoreNames]).toEqual(['kept', 'more'])
  expect(() => before.transaction('kept')).toThrow('not allowed')
  await expect(database()).rejects.toThrow('version')
})

it('opens again after another tab deleted everything', async () => {
  const database = opener('deleted')
  const before = await database()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('deleted').addEventListener('success', resolve)
  })
  const after = await database()
  expect(after).not.toBe(before)
  expect([...after.objectStoreNames]).toEqual(['kept'])
})

it('opens again after storage was refused once', async () => {
  const database = opener('refused')
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('private window', 'SecurityError')
  })
  await expect(database()).rejects.toThrow('private window')
  expect((await database()).name).toBe('refused')
})
