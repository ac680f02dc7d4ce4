import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import type { SecretRef } from '../storage/vault/vault-records.ts'
import { fakeBrowser } from './testing/fake-vault-world.ts'
import { createVault, type Proof } from './vault.ts'

const PASSPHRASE: Proof = { kind: 'passphrase', passphrase: 'correct horse battery' }
const OTHER: Proof = { kind: 'passphrase', passphrase: 'another passphrase' }
const PASSKEY: Proof = { kind: 'passkey' }
const REF: SecretRef = {
  origin: 'https://api.example.com',
  connectionId: 'connection-1',
  purpose: 'key',
}
const KEY = 'sk-canary-0123456789'

/** A vault with one key, and a way to open it as after a reload. */
async function saved() {
  const browser = await fakeBrowser()
  const open = async () => {
    const vault = createVault(browser.openTab())
    await vault.load()
    return vault
  }
  const vault = await open()
  await vault.setUp(PASSPHRASE)
  await vault.seal(REF, new TextEncoder().encode(KEY))
  return { vault, reload: open }
}

/** Writes to the vault's database as nobody but a fault, or a newer page, does. */
async function overwrite(store: 'vault' | 'secrets', change: (record: object) => unknown) {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('vendor-playground-vault')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('not opened'))
  })
  const records = db.transaction(store, 'readwrite').objectStore(store)
  await new Promise<void>((resolve) => {
    const reading = records.getAll()
    reading.onsuccess = () => {
      for (const record of reading.result as object[]) records.put(change(record))
      resolve()
    }
  })
  db.close()
}

it.each<[string, object]>([
  ['of a newer version', { version: 2 }],
  ['without methods', { methods: [] }],
  ['whose methods are no list', { methods: 'none' }],
  ['with no iterations', { methods: [{ iterations: 0 }] }],
  ['with iterations without end', { methods: [{ iterations: 1e12 }] }],
  ['with a salt that is text', { methods: [{ salt: 'salt' }] }],
  ['with a method of another kind', { methods: [{ kind: 'face' }] }],
  ['without an ID', { vaultId: undefined }],
])('behavior: a vault %s ends in words, and can be erased', async (_what, damage) => {
  const { reload } = await saved()
  await overwrite('vault', (record) => {
    const [method] = 'methods' in record ? (record.methods as object[]) : []
    const methods =
      'methods' in damage && Array.isArray(damage.methods)
        ? (damage.methods as object[])
        : undefined
    return {
      ...record,
      ...damage,
      ...(methods && { methods: methods.map((one) => ({ ...method, ...one })) }),
    }
  })
  const later = await reload()
  expect(later.store.getState()).toMatchObject({ status: 'unreadable', methods: [] })
  await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'unreadable' })
  await expect(later.setUp(PASSPHRASE)).rejects.toMatchObject({ kind: 'unreadable' })
  await expect(later.addMethod(PASSPHRASE, OTHER)).rejects.toMatchObject({ kind: 'unreadable' })
  await later.erase()
  await later.setUp(PASSPHRASE)
  expect(later.store.getState().status).toBe('unlocked')
})

it('behavior: one damaged way to unlock leaves the others', async () => {
  const { vault, reload } = await saved()
  await vault.addMethod(PASSPHRASE, PASSKEY)
  await overwrite('vault', (record) => ({
    ...record,
    methods: (record as { methods: { kind: string }[] }).methods.map((method) =>
      method.kind === 'passphrase' ? { ...method, iterations: 0 } : method,
    ),
  }))
  const later = await reload()
  expect(later.store.getState().methods).toMatchObject([{ kind: 'passkey' }])
  await expect(later.unlock(PASSPHRASE)).rejects.toMatchObject({ kind: 'wrong_passphrase' })
  await later.unlock(PASSKEY)
  expect(new TextDecoder().decode(await later.open(REF))).toBe(KEY)
})

it.each<[string, object]>([
  ['of a newer version', { version: 2 }],
  ['whose IV is text', { iv: 'iv' }],
  ['without its ciphertext', { ciphertext: null }],
])('a saved key %s ends in words', async (_what, damage) => {
  const { reload } = await saved()
  await overwrite('secrets', (record) => ({ ...record, ...damage }))
  const later = await reload()
  await later.unlock(PASSPHRASE)
  await expect(later.open(REF)).rejects.toMatchObject({ kind: 'damaged' })
})
