import type { StoreApi } from 'zustand/vanilla'

import { createObservable } from '../client/observable.ts'
import type { Channel } from '../storage/db/channel.ts'
import type * as VaultRecords from '../storage/vault/vault-records.ts'
import type { SecretRef, UnlockMethod, VaultRecord } from '../storage/vault/vault-records.ts'
import { createPasskey, type PasskeyWorld, askPasskey } from './passkey.ts'
import {
  deriveWrappingKey,
  importVaultKey,
  type MethodParameters,
  openSecret,
  PBKDF2_ITERATIONS,
  sealSecret,
  unwrapVaultKey,
  withSecretBytes,
  wrapVaultKey,
} from './vault-cipher.ts'
import { MIN_PASSPHRASE_LENGTH, storedKeys, VaultFault } from './vault-fault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** `lock`: every tab locks. `changed`: read the records again. */
export type VaultMessage = 'lock' | 'changed'

/** What the vault touches outside itself. */
export interface VaultWorld extends PasskeyWorld {
  storage: Omit<typeof VaultRecords, 'vaultDatabase'>
  channel: Pick<Channel<VaultMessage>, 'publish' | 'subscribeOtherTabs'>
  clock: { now(): number }
  report: (error: unknown) => void
}

/** How a person unlocks. A passphrase is compared as Unicode (NFC), not as it was typed. */
export type Proof = { kind: 'passphrase'; passphrase: string } | { kind: 'passkey' }

export interface VaultState {
  /** `loading` until {@link Vault.load} resolves; `none`: nothing set up; `unreadable`: can only be erased here. */
  status: 'loading' | 'none' | 'unreadable' | 'locked' | 'unlocking' | 'unlocked'
  /** The ways to unlock, in the order in which they were added. */
  methods: readonly Pick<UnlockMethod, 'id' | 'kind' | 'createdAt'>[]
  /** What is saved; the names are not secret. */
  secrets: readonly SecretRef[]
}

/**
 * Secrets saved in this browser, readable only while unlocked. Everything that fails rejects with a
 * {@link VaultFault} and leaves what was saved as it was.
 */
export interface Vault {
  store: StoreApi<VaultState>
  /** Reads what is saved; again after a failure. */
  load(): Promise<void>
  /** Makes the vault of this browser, unlocked. */
  setUp(proof: Proof): Promise<void>
  unlock(proof: Proof): Promise<void>
  /** Locks in every tab. */
  lock(): void
  /** Locks in this tab alone. */
  lockHere(): void
  /** Adds a way to unlock, proven by one there is. A passphrase takes the place of the one before. */
  addMethod(current: Proof, added: Proof): Promise<void>
  removeMethod(id: string): Promise<void>
  /** Saves a secret, in place of an earlier one. `secret` is overwritten. */
  seal(ref: SecretRef, secret: Bytes): Promise<void>
  /** The secret in clear, to be overwritten after use; undefined when none is saved. */
  open(ref: SecretRef): Promise<Bytes | undefined>
  /** Deletes one secret; works locked, too. */
  forget(ref: SecretRef): Promise<void>
  /** Deletes the vault with all secrets; works locked, too. */
  erase(): Promise<void>
}

/**
 * A random 256-bit key encrypts the secrets; it is stored only encrypted, once for each way to unlock.
 * While unlocked it is a `CryptoKey` in this closure that cannot be exported, and is on no disk.
 */
export function createVault(world: VaultWorld): Vault {
  const { storage, channel, clock, crypto } = world
  const store = createObservable<VaultState>(
    { status: 'loading', methods: [], secrets: [] },
    world.report,
  )
  /** What is stored, undefined until it was read. */
  let read: Awaited<ReturnType<typeof storage.loadVault>> | undefined
  let opened: { vaultId: string; key: CryptoKey } | undefined
  let unlocking = 0
  /** Grows with every lock: what began before must not unlock after it. */
  let locks = 0

  const show = () => {
    const vault = read?.vault
    const methods = vault === 'unreadable' ? [] : (vault?.methods ?? [])
    store.setState({
      status:
        read === undefined
          ? 'loading'
          : unlocking > 0
            ? 'unlocking'
            : opened !== undefined
              ? 'unlocked'
              : vault === undefined
                ? 'none'
                : vault === 'unreadable'
                  ? 'unreadable'
                  : 'locked',
      methods: methods.map(({ id, kind, createdAt }) => ({ id, kind, createdAt })),
      secrets: read?.secrets ?? [],
    })
  }

  const load = async () => {
    read = await storedKeys(storage.loadVault())
    if (vaultIdOf(read) !== opened?.vaultId) opened = undefined
    show()
  }

  /** After a change of the records: this tab and the others read them again. */
  const changed = async () => {
    channel.publish('changed')
    await load()
  }

  const lockHere = () => {
    locks += 1
    opened = undefined
    show()
  }

  /** The stored vault as it is now. */
  const current = async () => {
    await load()
    const vault = read?.vault
    if (vault === undefined) throw new VaultFault('changed')
    if (vault === 'unreadable') throw new VaultFault('unreadable')
    return vault
  }

  const needOpened = () => {
    if (opened === undefined) throw new VaultFault('locked')
    return opened
  }

  /** Runs what ends unlocked, unless a lock came in between. */
  const unlockBy = async (
    work: () => Promise<{ vaultId: string; key: CryptoKey }>,
  ): Promise<void> => {
    const begun = locks
    unlocking += 1
    show()
    try {
      const result = await work()
      await load()
      if (locks !== begun) throw new VaultFault('locked')
      if (vaultIdOf(read) !== result.vaultId) throw new VaultFault('changed')
      opened = result
    } finally {
      unlocking -= 1
      show()
    }
  }

  /** The vault key in clear, and which way of unlocking gave it. */
  const proveMethod = async (
    { vaultId, methods }: VaultRecord,
    proof: Proof,
  ): Promise<{ vaultKey: Bytes; methodId: string }> => {
    const { method, secret } =
      proof.kind === 'passkey'
        ? await passkeyOf(world, methods)
        : passphraseOf(proof.passphrase, methods)
    const wrappingKey = await deriveWrappingKey(crypto, method, secret).catch((error: unknown) => {
      throw new VaultFault('unreadable', error)
    })
    try {
      const vaultKey = await unwrapVaultKey(crypto, vaultId, method, wrappingKey)
      return { vaultKey, methodId: method.id }
    } catch (error) {
      throw new VaultFault(proof.kind === 'passkey' ? 'passkey_changed' : 'wrong_passphrase', error)
    }
  }

  const wrapFor = async (vaultId: string, proof: Proof, vaultKey: Bytes): Promise<UnlockMethod> => {
    const { method, secret } = await newMethod(world, proof)
    const wrappingKey = await deriveWrappingKey(crypto, method, secret)
    const wrapped = await wrapVaultKey(crypto, { vaultId, method, wrappingKey }, vaultKey)
    return { ...method, ...wrapped, createdAt: clock.now() }
  }

  channel.subscribeOtherTabs((message) => {
    if (message === 'lock') lockHere()
    else load().catch(world.report)
  })

  return {
    store,
    load,
    lockHere,
    lock() {
      lockHere()
      channel.publish('lock')
    },
    setUp: (proof) =>
      unlockBy(() =>
        withSecretBytes(crypto.getRandomValues(new Uint8Array(32)), async (vaultKey) => {
          const vaultId = crypto.randomUUID()
          const method = await wrapFor(vaultId, proof, vaultKey)
          const key = await importVaultKey(crypto, vaultKey)
          const vault: VaultRecord = { id: 'vault', version: 1, vaultId, methods: [method] }
          if (!(await storedKeys(storage.createVaultRecord(vault)))) {
            await load()
            throw new VaultFault(read?.vault === 'unreadable' ? 'unreadable' : 'changed')
          }
          channel.publish('changed')
          return { vaultId, key }
        }),
      ),
    unlock: (proof) =>
      unlockBy(async () => {
        const vault = await current()
        const { vaultKey } = await proveMethod(vault, proof)
        const key = await withSecretBytes(vaultKey, (bytes) => importVaultKey(crypto, bytes))
        return { vaultId: vault.vaultId, key }
      }),
    async addMethod(proof, added) {
      const { vaultId, ...vault } = await current()
      const { vaultKey, methodId } = await proveMethod({ vaultId, ...vault }, proof)
      const method = await withSecretBytes(vaultKey, (bytes) => wrapFor(vaultId, added, bytes))
      const isSaved = await storedKeys(
        storage.updateVaultRecord(vaultId, (now) => {
          if (!now.methods.some(({ id }) => id === methodId)) return undefined
          const others = now.methods.filter(
            ({ kind }) => kind === 'passkey' || added.kind === 'passkey',
          )
          return { ...now, methods: [...others, method] }
        }),
      )
      await changed()
      if (!isSaved) throw new VaultFault('changed')
    },
    async removeMethod(id) {
      const { vaultId } = await current()
      const isSaved = await storedKeys(
        storage.updateVaultRecord(vaultId, (now) => {
          const methods = now.methods.filter((method) => method.id !== id)
          return methods.length === 0 ? undefined : { ...now, methods }
        }),
      )
      await changed()
      if (!isSaved) throw new VaultFault('last_method')
    },
    seal: (ref, secret) =>
      withSecretBytes(secret, async (bytes) => {
        const sealed = await sealSecret(crypto, needOpened(), ref, bytes)
        const isSaved = await storedKeys(storage.saveSecret(sealed))
        await changed()
        if (!isSaved) throw new VaultFault('changed')
      }),
    async open(ref) {
      const using = needOpened()
      const sealed = await storedKeys(storage.loadSecret(ref))
      if (sealed === undefined) return undefined
      if (sealed === 'unreadable') throw new VaultFault('damaged')
      const secret = await openSecret(crypto, using, ref, sealed).catch((error: unknown) => {
        throw new VaultFault('damaged', error)
      })
      if (opened === using) return secret
      secret.fill(0)
      throw new VaultFault('locked')
    },
    async forget(ref) {
      await storedKeys(storage.deleteSecret(ref))
      await changed()
    },
    async erase() {
      await storedKeys(storage.eraseVault())
      lockHere()
      await changed()
    },
  }
}

/** Which vault is stored, where it can be read. */
function vaultIdOf(
  read: { vault: VaultRecord | 'unreadable' | undefined } | undefined,
): string | undefined {
  return read?.vault === 'unreadable' ? undefined : read?.vault?.vaultId
}

/** A passphrase as bytes, with the method that it may belong to. */
function passphraseOf(passphrase: string, methods: readonly UnlockMethod[]) {
  const method = methods.find(({ kind }) => kind === 'passphrase')
  if (method === undefined) throw new VaultFault('wrong_passphrase')
  return { method, secret: passphraseBytes(passphrase) }
}

async function passkeyOf(world: PasskeyWorld, methods: readonly UnlockMethod[]) {
  const passkeys = methods.filter((method) => method.kind === 'passkey')
  const { credentialId, output } = await askPasskey(world, passkeys)
  const method = passkeys.find((passkey) => isEqual(passkey.credentialId, credentialId))
  if (method === undefined) throw new VaultFault('passkey_not_used')
  return { method, secret: output }
}

/** A way to unlock that is not there yet: with a new salt, and a new passkey if it is one. */
async function newMethod(
  world: VaultWorld,
  proof: Proof,
): Promise<{ method: MethodParameters; secret: Bytes }> {
  const { crypto } = world
  const base = { id: crypto.randomUUID(), salt: crypto.getRandomValues(new Uint8Array(32)) }
  if (proof.kind === 'passkey') {
    const { credentialId, output } = await createPasskey(world, base.salt)
    return { method: { ...base, kind: 'passkey', credentialId }, secret: output }
  }
  if (proof.passphrase.length < MIN_PASSPHRASE_LENGTH) throw new VaultFault('short_passphrase')
  return {
    method: { ...base, kind: 'passphrase', iterations: PBKDF2_ITERATIONS },
    secret: passphraseBytes(proof.passphrase),
  }
}

/** Keyboards write the same letter in more than one way. */
function passphraseBytes(passphrase: string): Bytes {
  return new TextEncoder().encode(passphrase.normalize('NFC'))
}

function isEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
