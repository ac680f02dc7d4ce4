import type { StoreApi } from 'zustand/vanilla'

import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { createObservable } from '../../client/observable.ts'
import type { Channel } from '../../storage/db/channel.ts'
import type { findPayee } from '../../storage/payments/payee-pins.ts'
import type * as PocketRecords from '../../storage/pocket/pocket-records.ts'
import type { PocketAccount, PocketLimits } from '../../storage/pocket/pocket-records.ts'
import type { OpenVault } from '../../vault/sealed-credential.ts'
import type { VaultCrypto } from '../../vault/vault-cipher.ts'
import type { WalletChoice } from '../session/wallet-session.ts'

/** Starts the id of every pocket account among the wallets. */
const POCKET_ID = 'local.playground.pocket.'

export const POCKET_NAME = 'Pocket account'

/** `lock`: every tab locks its pocket accounts. `changed`: read the records again. */
export type PocketMessage = 'lock' | 'changed'

/** What pocket accounts touch outside themselves. */
export interface PocketWorld {
  storage: typeof PocketRecords
  /** The vault that seals their keys, and the way to have the person unlock it. */
  loadVault: () => Promise<OpenVault>
  /** To whom payments to an API go, as a person confirmed it. */
  findPayee: typeof findPayee
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
  /** Ids of those that can sign now, in this tab: the lamp is on. */
  unlocked: readonly string[]
  /** Ids of those that are in the memory of this tab alone: a reload loses them. */
  inMemory: readonly string[]
}

/** The pocket accounts of one page. */
export interface Pocket {
  world: PocketWorld
  store: StoreApi<PocketState>
}

/** Where the key of a new or restored account is: `vault` requires an unlocked vault. */
export type KeyPlace = 'vault' | 'memory'

/** Creates the pocket of a page, empty until {@link loadPocket}. */
export function createPocket(world: PocketWorld): Pocket {
  const store = createObservable<PocketState>(
    { accounts: undefined, unlocked: [], inMemory: [] },
    world.report,
  )
  return { world, store }
}

/** The account as a wallet to connect, with `connectWallet`. */
export function pocketChoice({ family, id }: PocketAccount): WalletChoice {
  return { family, id: POCKET_ID + id, name: POCKET_NAME }
}

/** Whether a wallet that is connected or remembered is a pocket account. */
export function isPocket({ id }: { readonly id: string }): boolean {
  return id.startsWith(POCKET_ID)
}

/** The account of an API and a family; undefined when there is none. */
export function pocketFor(
  { accounts = [] }: PocketState,
  { origin, family }: Pick<PocketAccount, 'origin' | 'family'>,
): PocketAccount | undefined {
  return accounts.find((account) => account.origin === origin && account.family === family)
}

/** Reads the accounts of this browser. Rejects with a `PocketFault`, as everything here does. */
export async function loadPocket(_pocket: Pocket): Promise<void> {
  throw new Error('not yet')
}

/** Creates the account of an API on a network, unlocked. Its limits are the default ones unless given. */
export async function createPocketAccount(
  _pocket: Pocket,
  _given: { network: PaymentNetwork; baseUrl: string; limits?: PocketLimits; keyPlace: KeyPlace },
): Promise<PocketAccount> {
  throw new Error('not yet')
}

/** Lets the account sign by itself. Waits until the person has unlocked the vault, where its key is there. */
export async function unlockPocket(
  _pocket: Pocket,
  _id: string,
  _signal: AbortSignal,
): Promise<void> {
  throw new Error('not yet')
}

/** Lets no account sign any more, in any tab. The vault locks too: what is locked can't be read. */
export function lockPocket(_pocket: Pocket): void {
  throw new Error('not yet')
}

/** Sets what an account may do by itself, for all tabs. Requires that it is unlocked. */
export async function setPocketLimits(
  _pocket: Pocket,
  _id: string,
  _limits: PocketLimits,
): Promise<void> {
  throw new Error('not yet')
}

/** Remembers the wallet that an account was funded from; what is left is sent back to it. */
export async function setFundedFrom(_pocket: Pocket, _id: string, _address: string): Promise<void> {
  throw new Error('not yet')
}

/** What an account signed for within 24 hours, micro-USD. */
export async function pocketSpending(
  _pocket: Pocket,
  _id: string,
): Promise<{ requestsMicroUsd: number; topUpsMicroUsd: number }> {
  throw new Error('not yet')
}

/** The backup file of an account that is unlocked: its key, encrypted with a passphrase. */
export async function backUpPocket(
  _pocket: Pocket,
  _id: string,
  _passphrase: string,
): Promise<{ fileName: string; text: string }> {
  throw new Error('not yet')
}

/** Brings back the account of a backup file, unlocked. */
export async function restorePocket(
  _pocket: Pocket,
  _text: string,
  _given: { passphrase: string; keyPlace: KeyPlace },
): Promise<PocketAccount> {
  throw new Error('not yet')
}

/** Deletes an account with its key. What is left on its network is lost without a backup. */
export async function removePocket(_pocket: Pocket, _id: string): Promise<void> {
  throw new Error('not yet')
}
