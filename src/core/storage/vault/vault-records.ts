import type { DBSchema } from 'idb'

import { z } from '../../../../contract/zod.ts'
import { databaseOpener, type Known } from '../db/open-database.ts'

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)

const secretSchema = z.looseObject({
  /** Such as `https://api.example.com`. */
  origin: z.string(),
  connectionId: z.string(),
  purpose: z.enum(['key', 'headers', 'refresh', 'wallet']),
  version: z.literal(1),
  /** The vault whose key encrypted it. */
  vaultId: z.string(),
  iv: bytes,
  ciphertext: bytes,
})

/** A secret, encrypted with the vault key (AES-256-GCM); its {@link SecretRef} is authenticated with it. */
export type SealedSecret = Known<z.infer<typeof secretSchema>>

/** Which secret: it belongs to one connection, and may only go to one origin. */
export type SecretRef = Pick<SealedSecret, 'origin' | 'connectionId' | 'purpose'>

/** What a secret is for. */
export type SecretPurpose = SecretRef['purpose']

const wrapped = {
  id: z.string(),
  /** Unix ms. */
  createdAt: z.number(),
  /** Of PBKDF2, or the input of the passkey's PRF and the salt of HKDF. */
  salt: bytes,
  iv: bytes,
  ciphertext: bytes,
}
const methodSchema = z.discriminatedUnion('kind', [
  // So many take a second or two; more would keep the page busy for ever.
  z.looseObject({
    ...wrapped,
    kind: z.literal('passphrase'),
    iterations: z.int().check(z.gte(1), z.lte(10_000_000)),
  }),
  z.looseObject({ ...wrapped, kind: z.literal('passkey'), credentialId: bytes }),
])

/** The vault key, encrypted with a key that one way of unlocking derives. */
export type UnlockMethod = Known<z.infer<typeof methodSchema>>

/** The one vault of this browser: its key is stored only as {@link UnlockMethod}s. */
export interface VaultRecord {
  id: 'vault'
  version: 1
  vaultId: string
  methods: readonly UnlockMethod[]
}

interface VaultSchema extends DBSchema {
  vault: { key: string; value: VaultRecord }
  secrets: { key: [string, string, string]; value: SealedSecret }
}

/** A database of its own: no export, and no clearing of the history, touches it. */
const vaultDatabase = databaseOpener<VaultSchema>('vendor-playground-vault', 1, (db) => {
  db.createObjectStore('vault', { keyPath: 'id' })
  db.createObjectStore('secrets', { keyPath: ['origin', 'connectionId', 'purpose'] })
})

const vaultSchema = z.looseObject({
  id: z.literal('vault'),
  version: z.literal(1),
  vaultId: z.string(),
  methods: z.array(z.unknown()),
})

/** A stored vault with the ways to unlock that can be read; undefined where none can, or it is a newer one. */
function readVault(stored: unknown): VaultRecord | undefined {
  const vault = vaultSchema.safeParse(stored).data
  const methods = vault?.methods.flatMap((method) => methodSchema.safeParse(method).data ?? [])
  return vault === undefined || methods === undefined || methods.length === 0
    ? undefined
    : { ...vault, methods }
}

/**
 * The vault and the names of its secrets; `unreadable`: its record was damaged, or a newer page wrote it. Rejects
 * where storage is refused.
 */
export async function loadVault(): Promise<{
  vault: VaultRecord | 'unreadable' | undefined
  secrets: SecretRef[]
}> {
  const transaction = (await vaultDatabase()).transaction(['vault', 'secrets'])
  const [stored, secrets] = await Promise.all([
    transaction.objectStore('vault').get('vault'),
    transaction.objectStore('secrets').getAll(),
  ])
  const ofVault = secrets.filter(({ vaultId }) => vaultId === stored?.vaultId)
  return {
    vault: stored && (readVault(stored) ?? 'unreadable'),
    secrets: ofVault.map(({ origin, connectionId, purpose }) => ({
      origin,
      connectionId,
      purpose,
    })),
  }
}

/** Saves a new vault, unless there is one; returns whether it was saved. */
export async function createVaultRecord(vault: VaultRecord): Promise<boolean> {
  return vaultDatabase.writeToDisk(['vault'], async ([store]) => {
    if ((await store.count()) > 0) return false
    await store.put(vault)
    return true
  })
}

/**
 * Changes how a vault is unlocked, as it is stored at this moment. Returns false, and changes nothing,
 * when the vault is no longer there or `change` returns undefined.
 */
export async function updateVaultRecord(
  vaultId: string,
  change: (vault: VaultRecord) => VaultRecord | undefined,
): Promise<boolean> {
  return vaultDatabase.writeToDisk(['vault'], async ([store]) => {
    const stored = readVault(await store.get('vault'))
    const changed = stored?.vaultId === vaultId ? change(stored) : undefined
    if (changed === undefined) return false
    await store.put(changed)
    return true
  })
}

/** Saves a secret in place of an earlier one; false when its vault is no longer there. */
export async function saveSecret(secret: SealedSecret): Promise<boolean> {
  return vaultDatabase.writeToDisk(['vault', 'secrets'], async ([vault, secrets]) => {
    const stored = await vault.get('vault')
    if (stored?.vaultId !== secret.vaultId) return false
    await secrets.put(secret)
    return true
  })
}

/** The secret as it is saved; `unreadable` as {@link loadVault} has it. */
export async function loadSecret({
  origin,
  connectionId,
  purpose,
}: SecretRef): Promise<SealedSecret | 'unreadable' | undefined> {
  const stored = await (await vaultDatabase()).get('secrets', [origin, connectionId, purpose])
  return stored && (secretSchema.safeParse(stored).data ?? 'unreadable')
}

/** Deletes one secret; the others stay. */
export async function deleteSecret({ origin, connectionId, purpose }: SecretRef): Promise<void> {
  await vaultDatabase.writeToDisk(['secrets'], ([store]) =>
    store.delete([origin, connectionId, purpose]),
  )
}

/** Deletes the vault with all secrets. */
export async function eraseVault(): Promise<void> {
  await vaultDatabase.writeToDisk(['vault', 'secrets'], ([vault, secrets]) =>
    Promise.all([vault.clear(), secrets.clear()]),
  )
}
