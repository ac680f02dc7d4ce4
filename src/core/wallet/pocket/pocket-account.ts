import type { StoreApi } from 'zustand/vanilla'

import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { createObservable } from '../../client/observable.ts'
import type { Channel } from '../../storage/db/channel.ts'
import type { agreedUpstream } from '../../storage/payments/agreed-upstream.ts'
import type { findPayee } from '../../storage/payments/payee-pins.ts'
import type * as PocketRecords from '../../storage/pocket/pocket-records.ts'
import type { PocketAccount, PocketLimits } from '../../storage/pocket/pocket-records.ts'
import type { OpenVault } from '../../vault/sealed-credential.ts'
import type { VaultCrypto } from '../../vault/vault-cipher.ts'
import { openSealedHere, type SealedHere, sealHere } from '../local-key/local-key.ts'
import type { WalletChoice } from '../session/wallet-session.ts'
import { DEFAULT_LIMITS, limitsProblem } from './limits.ts'
import { isPocket, POCKET_ID, POCKET_NAME, PocketFault, storedPocket } from './pocket-fault.ts'
import { newSecret, ofVault, openKey, type PocketKey, secretRefOf } from './pocket-keys.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** `lock`: every tab locks its pocket accounts. `changed`: read the records again. */
export type PocketMessage = 'lock' | 'changed'

/** What pocket accounts touch outside themselves. */
export interface PocketWorld {
  storage: typeof PocketRecords
  /** The vault that seals their keys, and the way to have the person unlock it. */
  loadVault: () => Promise<OpenVault>
  /** To whom payments to an API go, as a person confirmed it. */
  findPayee: typeof findPayee
  /** The API behind a relay that a person agreed to sign for. */
  agreedUpstream: typeof agreedUpstream
  channel: Pick<Channel<PocketMessage>, 'publish' | 'subscribeOtherTabs'>
  crypto: VaultCrypto
  /** Unix ms. */
  now: () => number
  report: (error: unknown) => void
}

/** The pocket accounts of this browser, as this tab shows them. */
export interface PocketState {
  /** Undefined until they were read. */
  accounts: readonly PocketAccount[] | undefined
  /** Accounts of this browser whose records were damaged. */
  unreadable: number
  /** `unlocked` while any of them can sign, in this tab: the lamp is on. */
  status: 'locked' | 'unlocked'
  /** Ids of those that can sign now, in this tab. */
  unlocked: readonly string[]
  /** Ids of those that are in the memory of this tab alone: a reload loses them. */
  inMemory: readonly string[]
}

/** The pocket accounts of one page. */
export interface Pocket {
  world: PocketWorld
  store: StoreApi<PocketState>
  /** The keys of those that are unlocked: for what signs with them, not for screens. */
  keys: Map<string, PocketKey>
  /** Those in memory alone, with their keys as long as they are locked, too. */
  inMemory: Map<string, { account: PocketAccount; sealed: SealedHere }>
  /** The vault, once it was needed, and once it is there. */
  vault: { opening?: Promise<OpenVault>; opened?: OpenVault }
  /** Grows with every lock: what began before must not unlock after it. */
  locks: number
}

/** Where the key of a new or restored account is: `vault` requires an unlocked vault. */
export type KeyPlace = 'vault' | 'memory'

/** Creates the pocket of a page, empty until {@link loadPocket}. It follows the locks of other tabs. */
export function createPocket(world: PocketWorld): Pocket {
  const store = createObservable<PocketState>(
    { accounts: undefined, unreadable: 0, status: 'locked', unlocked: [], inMemory: [] },
    world.report,
  )
  const pocket: Pocket = { world, store, keys: new Map(), inMemory: new Map(), vault: {}, locks: 0 }
  world.channel.subscribeOtherTabs((message) => {
    if (message === 'lock') lockPocketHere(pocket)
    else loadPocket(pocket).catch(world.report)
  })
  return pocket
}

/** The account as a wallet to connect, with `connectWallet`. */
export function pocketChoice({ family, id }: PocketAccount): WalletChoice {
  return { family, id: POCKET_ID + id, name: POCKET_NAME }
}

/** The account that a wallet is; undefined when it is another wallet, or the account was removed. */
export function accountOfWallet(
  { accounts = [] }: PocketState,
  wallet: Pick<WalletChoice, 'id'>,
): PocketAccount | undefined {
  return isPocket(wallet) ? accounts.find(({ id }) => POCKET_ID + id === wallet.id) : undefined
}

/** The account of an API and a family; undefined when there is none. */
function pocketFor(
  { accounts = [] }: PocketState,
  { origin, family }: Pick<PocketAccount, 'origin' | 'family'>,
): PocketAccount | undefined {
  return accounts.find((account) => account.origin === origin && account.family === family)
}

/** Reads the accounts of this browser. Rejects with a {@link PocketFault}, as everything here does. */
export async function loadPocket(pocket: Pocket): Promise<void> {
  const stored = await storedPocket(pocket.world.storage.listPocketAccounts())
  const accounts = [
    ...stored.accounts.filter(({ id }) => !pocket.inMemory.has(id)),
    ...[...pocket.inMemory.values()].map(({ account }) => account),
  ]
  for (const id of pocket.keys.keys())
    if (!accounts.some((account) => account.id === id)) forgetKey(pocket, id)
  pocket.store.setState({ unreadable: stored.unreadable })
  show(pocket, accounts)
}

/** Creates the account of an API on a network, unlocked. Its limits are the default ones unless given. */
export async function createPocketAccount(
  pocket: Pocket,
  {
    network,
    baseUrl,
    limits = DEFAULT_LIMITS,
    keyPlace,
  }: { network: PaymentNetwork; baseUrl: string; limits?: PocketLimits; keyPlace: KeyPlace },
): Promise<PocketAccount> {
  if (limitsProblem(limits) !== undefined) throw new PocketFault('invalid_limits')
  const { secret, address } = await newSecret(network.family)
  const account: PocketAccount = {
    id: pocket.world.crypto.randomUUID(),
    family: network.family,
    networkId: network.id,
    origin: new URL(baseUrl).origin,
    baseUrl,
    address,
    createdAt: pocket.world.now(),
    limits,
  }
  return addAccount(pocket, account, secret, keyPlace)
}

/**
 * Saves an account with its key, and unlocks it; of one that is here already, the key. Returns the account as it is
 * here. `secret` is overwritten.
 */
export async function addAccount(
  pocket: Pocket,
  added: PocketAccount,
  secret: Bytes,
  keyPlace: KeyPlace,
): Promise<PocketAccount> {
  const begun = pocket.locks
  let key: PocketKey | undefined
  try {
    key = await openKey(added, secret.slice())
    await loadPocket(pocket)
    const present = pocketFor(pocket.store.getState(), added)
    if (present !== undefined && present.address !== added.address) throw new PocketFault('exists')
    const account = present ?? added
    if (keyPlace === 'memory')
      pocket.inMemory.set(account.id, { account, sealed: await sealHere(secret) })
    else {
      const isStored = present !== undefined && !pocket.inMemory.has(account.id)
      await saveAccount(pocket, account, secret, isStored)
      pocket.inMemory.delete(account.id)
    }
    forgetKey(pocket, account.id)
    if (pocket.locks === begun) pocket.keys.set(account.id, key)
    else key.wipe()
    await changed(pocket)
    return account
  } catch (error) {
    key?.wipe()
    throw error
  } finally {
    secret.fill(0)
  }
}

/** The key first: no account is ever saved without one. */
async function saveAccount(
  pocket: Pocket,
  account: PocketAccount,
  secret: Bytes,
  isStored: boolean,
): Promise<void> {
  const { vault } = await openVault(pocket)
  const ref = secretRefOf(account)
  await ofVault(vault.seal(ref, secret))
  if (isStored) return
  try {
    if (!(await storedPocket(pocket.world.storage.addPocketAccount(account))))
      throw new PocketFault('exists')
  } catch (error) {
    // Nobody knows of it; what can't be deleted now takes a little room.
    await vault.forget(ref).catch(pocket.world.report)
    throw error
  }
}

/**
 * Lets an account sign by itself. Waits until the person has unlocked the vault where its key is there, or
 * rejects when `isBackground`.
 */
export async function unlockPocket(
  pocket: Pocket,
  id: string,
  signal: AbortSignal,
  isBackground = false,
): Promise<void> {
  if (pocket.keys.has(id)) return
  const account = await accountById(pocket, id)
  if (isBackground) throw new PocketFault('locked')
  if (!pocket.inMemory.has(id)) {
    const { vault, unlockWaits } = await openVault(pocket)
    if (vault.store.getState().status !== 'unlocked') await ofVault(unlockWaits.wait(signal))
  }
  const begun = pocket.locks
  const key = await openKey(account, await secretOf(pocket, account))
  if (pocket.locks !== begun) {
    key.wipe()
    throw new PocketFault('locked')
  }
  pocket.keys.set(id, key)
  show(pocket)
}

/** The secret bytes of an account, to be overwritten after use. Its vault must be unlocked. */
export async function secretOf(pocket: Pocket, account: PocketAccount): Promise<Bytes> {
  const own = pocket.inMemory.get(account.id)
  if (own !== undefined) return openSealedHere(own.sealed)
  const { vault } = await openVault(pocket)
  const secret = await ofVault(vault.open(secretRefOf(account)))
  if (secret === undefined) throw new PocketFault('key_lost')
  return secret
}

/** Lets no account sign any more, in any tab. The vault locks too: what is locked can't be read. */
export function lockPocket(pocket: Pocket): void {
  const { keys, inMemory, world } = pocket
  const isSealed = [...keys.keys()].some((id) => !inMemory.has(id))
  lockPocketHere(pocket)
  world.channel.publish('lock')
  if (isSealed) pocket.vault.opened?.vault.lock()
}

/** The same in this tab alone. */
export function lockPocketHere(pocket: Pocket): void {
  pocket.locks += 1
  for (const id of pocket.keys.keys()) forgetKey(pocket, id)
  show(pocket)
}

/** Sets what an account may do by itself, for all tabs. Requires that it is unlocked. */
export async function setPocketLimits(
  pocket: Pocket,
  id: string,
  limits: PocketLimits,
): Promise<void> {
  if (limitsProblem(limits) !== undefined) throw new PocketFault('invalid_limits')
  if (!pocket.keys.has(id)) throw new PocketFault('locked')
  await updateAccount(pocket, id, (account) => ({ ...account, limits }))
}

/** Remembers the wallet that an account was funded from; what is left is sent back to it. */
export async function setFundedFrom(pocket: Pocket, id: string, address: string): Promise<void> {
  await updateAccount(pocket, id, (account) => ({ ...account, fundedFrom: address }))
}

/** Deletes an account with its key. What is left on its network is lost without a backup. */
export async function removePocket(pocket: Pocket, id: string): Promise<void> {
  const account = await accountById(pocket, id)
  forgetKey(pocket, id)
  await storedPocket(pocket.world.storage.deletePocketAccount(id))
  if (!pocket.inMemory.delete(id)) {
    const { vault } = await openVault(pocket)
    await ofVault(vault.forget(secretRefOf(account)))
  }
  await changed(pocket)
}

/** Changes an account, in this browser or in memory. */
export async function updateAccount(
  pocket: Pocket,
  id: string,
  change: (account: PocketAccount) => PocketAccount,
): Promise<PocketAccount> {
  const own = pocket.inMemory.get(id)
  const account =
    own === undefined
      ? await storedPocket(pocket.world.storage.updatePocketAccount(id, change))
      : change(own.account)
  if (account === undefined) throw new PocketFault('gone')
  if (own !== undefined) pocket.inMemory.set(id, { ...own, account })
  await changed(pocket)
  return account
}

/** An account as it was last read. */
export async function accountById(pocket: Pocket, id: string): Promise<PocketAccount> {
  if (pocket.store.getState().accounts === undefined) await loadPocket(pocket)
  const account = pocket.store.getState().accounts?.find((one) => one.id === id)
  if (account === undefined) throw new PocketFault('gone')
  return account
}

/** After a change of the records: this tab and the others read them again. */
async function changed(pocket: Pocket): Promise<void> {
  pocket.world.channel.publish('changed')
  await loadPocket(pocket)
}

/** The vault, which from then on takes the keys along when it locks. */
function openVault(pocket: Pocket): Promise<OpenVault> {
  pocket.vault.opening ??= followVault(pocket).catch((error: unknown) => {
    // It is tried again the next time.
    pocket.vault = {}
    throw error
  })
  return pocket.vault.opening
}

async function followVault(pocket: Pocket): Promise<OpenVault> {
  const opened = await pocket.world.loadVault()
  const { vault } = opened
  if (vault.store.getState().status === 'loading') await ofVault(vault.load())
  vault.store.subscribe(({ status }, before) => {
    if (status !== before.status && ['locked', 'none', 'unreadable'].includes(status))
      lockPocketHere(pocket)
  })
  pocket.vault.opened = opened
  return opened
}

function forgetKey({ keys }: Pocket, id: string): void {
  keys.get(id)?.wipe()
  keys.delete(id)
}

function show({ store, keys, inMemory }: Pocket, accounts = store.getState().accounts): void {
  store.setState({
    accounts,
    status: keys.size === 0 ? 'locked' : 'unlocked',
    unlocked: [...keys.keys()],
    inMemory: [...inMemory.keys()],
  })
}
