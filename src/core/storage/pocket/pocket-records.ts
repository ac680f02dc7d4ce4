import type { DBSchema } from 'idb'

import { isWalletAddress } from '../../../../contract/wallet/balance.ts'
import { z } from '../../../../contract/zod.ts'
import { databaseOpener, type Known } from '../db/open-database.ts'

const amount = z.int().check(z.gte(0))

const limitsSchema = z.looseObject({
  /** The most that it may be funded up to. */
  ceilingMicroUsd: amount,
  /** Within 24 hours: for requests, and as much again for top-ups. */
  dailyMicroUsd: amount,
  perRequestMicroUsd: amount,
})

/** What a pocket account may do by itself, in micro-USD. */
export type PocketLimits = Known<z.infer<typeof limitsSchema>>

const accountSchema = z.looseObject({
  id: z.string(),
  family: z.enum(['evm', 'solana']),
  /** CAIP-2. */
  networkId: z.string(),
  /** The only origin that it signs in at and pays to. */
  origin: z.string(),
  baseUrl: z.string(),
  address: z.string().check(z.refine(isWalletAddress)),
  /** Unix ms. */
  createdAt: z.number(),
  limits: limitsSchema,
  /** When its backup file was last saved, Unix ms. */
  backedUpAt: z.exactOptional(z.number()),
  /** The wallet that it was funded from, to which the rest may be sent back. */
  fundedFrom: z.exactOptional(z.string()),
})

/** An account of the page's own, for one API origin and one network. Its key is not part of it. */
export type PocketAccount = Known<z.infer<typeof accountSchema>>

const spendSchema = z.looseObject({
  id: z.string(),
  accountId: z.string(),
  /** `request`: of the balance at the service. `top-up`: of the USDC on the network. */
  kind: z.enum(['request', 'top-up']),
  /** Unix ms. */
  at: z.number(),
  /** The maximum until it is settled, then what was charged. */
  microUsd: amount,
  isSettled: z.boolean(),
})

/** What was signed for, as it counts against the daily limit. */
export type PocketSpend = Known<z.infer<typeof spendSchema>>

interface PocketSchema extends DBSchema {
  accounts: { key: string; value: PocketAccount }
  spends: { key: string; value: PocketSpend; indexes: { 'by-account': string } }
}

/** A database of its own: no export, and no clearing of the history, touches it. */
const pocketDatabase = databaseOpener<PocketSchema>('vendor-playground-pocket', 1, (db) => {
  db.createObjectStore('accounts', { keyPath: 'id' })
  const spends = db.createObjectStore('spends', { keyPath: 'id' })
  spends.createIndex('by-account', 'accountId')
})

/** An account as it is stored; undefined where its record was damaged. */
function readAccount(stored: unknown): PocketAccount | undefined {
  const account = accountSchema.safeParse(stored).data
  if (account === undefined || !URL.canParse(account.baseUrl)) return undefined
  return new URL(account.baseUrl).origin === account.origin ? account : undefined
}

/** What can be read of records of spending: an amount that is none would make room under a limit. */
function readSpends(stored: readonly unknown[]): PocketSpend[] {
  return stored.flatMap((spend) => spendSchema.safeParse(spend).data ?? [])
}

/** The accounts, and how many records can't be read. */
export async function listPocketAccounts(): Promise<{
  accounts: PocketAccount[]
  unreadable: number
}> {
  const stored = await (await pocketDatabase()).getAll('accounts')
  const accounts = stored.flatMap((account) => readAccount(account) ?? [])
  return { accounts, unreadable: stored.length - accounts.length }
}

/** Saves a new account, unless its API and family have one; returns whether it was saved. */
export async function addPocketAccount(account: PocketAccount): Promise<boolean> {
  return pocketDatabase.writeToDisk(['accounts'], async ([store]) => {
    // A record that can't be read keeps nobody from restoring its account.
    const others = (await store.getAll()).flatMap((one) => readAccount(one) ?? [])
    if (others.some(({ origin, family }) => origin === account.origin && family === account.family))
      return false
    await store.put(account)
    return true
  })
}

/** Changes an account as it is stored at this moment; undefined when it is no longer there. */
export async function updatePocketAccount(
  id: string,
  change: (account: PocketAccount) => PocketAccount,
): Promise<PocketAccount | undefined> {
  return pocketDatabase.writeToDisk(['accounts'], async ([store]) => {
    const stored = readAccount(await store.get(id))
    if (stored === undefined) return undefined
    const changed = change(stored)
    await store.put(changed)
    return changed
  })
}

/** Deletes an account and what is known of its spending. */
export async function deletePocketAccount(id: string): Promise<void> {
  await pocketDatabase.writeToDisk(['accounts', 'spends'], async ([accounts, spends]) => {
    const keys = await spends.index('by-account').getAllKeys(id)
    await Promise.all([accounts.delete(id), ...keys.map((key) => spends.delete(key))])
  })
}

/** What an account signed for, in no order. */
export async function listPocketSpends(accountId: string): Promise<PocketSpend[]> {
  return readSpends(
    await (await pocketDatabase()).getAllFromIndex('spends', 'by-account', accountId),
  )
}

/**
 * Decides with everything that all tabs have signed for so far, and saves what `decide` returns, in one
 * transaction: no two tabs decide at once. `decide` gets the account as it is stored now, undefined
 * for one that is in memory alone.
 */
export async function reservePocketSpend<Refusal>(
  accountId: string,
  decide: (
    account: PocketAccount | undefined,
    spends: readonly PocketSpend[],
  ) => { spend: PocketSpend; outdated: readonly string[] } | { refusal: Refusal },
): Promise<Refusal | undefined> {
  return pocketDatabase.writeToDisk(['accounts', 'spends'], async ([accounts, store]) => {
    const [account, spends] = await Promise.all([
      accounts.get(accountId),
      store.index('by-account').getAll(accountId),
    ])
    const decision = decide(readAccount(account), readSpends(spends))
    if ('refusal' in decision) return decision.refusal
    await Promise.all([
      store.put(decision.spend),
      ...decision.outdated.map((id) => store.delete(id)),
    ])
    return undefined
  })
}

/** Replaces the maximum by what was charged. */
export async function settlePocketSpend(id: string, microUsd: number): Promise<void> {
  await pocketDatabase.writeToDisk(['spends'], async ([store]) => {
    const spend = await store.get(id)
    if (spend !== undefined) await store.put({ ...spend, microUsd, isSettled: true })
  })
}
