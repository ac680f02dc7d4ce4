import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import {
  createVaultRecord,
  deleteSecret,
  eraseVault,
  loadSecret,
  loadVault,
  saveSecret,
  type SealedSecret,
  type UnlockMethod,
  updateVaultRecord,
  type VaultRecord,
} from './vault-records.ts'

const METHOD: UnlockMethod = {
  kind: 'passphrase',
  id: 'm',
  createdAt: 1,
  salt: new Uint8Array(32),
  iv: new Uint8Array(12),
  ciphertext: new Uint8Array(48),
  iterations: 600_000,
}
const VAULT: VaultRecord = { id: 'vault', version: 1, vaultId: 'v', methods: [METHOD] }
const SECRET: SealedSecret = {
  version: 1,
  vaultId: 'v',
  origin: 'https://api.example.com',
  connectionId: 'c',
  purpose: 'key',
  iv: new Uint8Array(12),
  ciphertext: new Uint8Array(20),
}

beforeEach(() => eraseVault())
afterEach(() => vi.restoreAllMocks())

it('saves one vault, and secrets of that vault alone', async () => {
  expect(await saveSecret(SECRET)).toBe(false)
  expect(await createVaultRecord(VAULT)).toBe(true)
  expect(await createVaultRecord({ ...VAULT, vaultId: 'w' })).toBe(false)
  expect(await saveSecret(SECRET)).toBe(true)
  expect(await saveSecret({ ...SECRET, vaultId: 'w' })).toBe(false)
  const { origin, connectionId, purpose } = SECRET
  expect(await loadVault()).toEqual({ vault: VAULT, secrets: [{ origin, connectionId, purpose }] })
  expect(await loadSecret(SECRET)).toEqual(SECRET)
  await deleteSecret(SECRET)
  expect(await loadSecret(SECRET)).toBeUndefined()
})

it('changes the vault that is stored, not the one that was read', async () => {
  await createVaultRecord(VAULT)
  expect(await updateVaultRecord('v', () => undefined)).toBe(false)
  expect(await updateVaultRecord('w', (vault) => vault)).toBe(false)
  expect(
    await updateVaultRecord('v', (vault) => ({ ...vault, methods: [{ ...METHOD, id: 'n' }] })),
  ).toBe(true)
})

it('waits until a write is on the disk', async () => {
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await createVaultRecord(VAULT)
  await updateVaultRecord('v', (vault) => vault)
  await saveSecret(SECRET)
  await deleteSecret(SECRET)
  await eraseVault()
  expect(asked.mock.calls.map(([, mode, options]) => [mode, options])).toEqual(
    Array.from({ length: 5 }, () => ['readwrite', { durability: 'strict' }]),
  )
})
