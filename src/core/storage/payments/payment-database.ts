import type { DBSchema } from 'idb'

import { allOrNothing, databaseOpener, isQuotaExceeded } from '../db/open-database.ts'
import type { PaymentIntent } from './payment-intent.ts'

/** A reading of a wallet's credit. */
export interface BalanceReading {
  /** API origin and wallet, see `balanceOwner`. */
  owner: string
  /** Unix ms. */
  at: number
  microUsd: number
  /** The DIEM part in micro-DIEM, where the service told it. */
  microDiem?: number
  source: 'answer' | 'balance' | 'top-up'
}

/** To whom payments to an origin went when one was first confirmed. */
export interface PayeePin {
  /** Origin and CAIP-2 id. */
  id: string
  payTo: string
  /** Unix ms. */
  at: number
}

interface PaymentSchema extends DBSchema {
  intents: { key: string; value: PaymentIntent; indexes: { 'by-wallet': [string, string] } }
  pins: { key: string; value: PayeePin }
  balances: { key: number; value: BalanceReading; indexes: { 'by-owner': string } }
  /** One record that is given up when the disk is full, so that a payment can still be written. */
  ballast: { key: 'reserve' | 'probe'; value: { id: 'reserve' | 'probe'; bytes: Uint8Array } }
  /** Key material of the practice wallet: for the local chains only. */
  practice: { key: string; value: { id: string; secret: unknown } }
}

const BALLAST_BYTES = 64 * 1024
/** More than all that is written of one payment. */
const PROBE_BYTES = 32 * 1024

const reserve = () => ({ id: 'reserve' as const, bytes: new Uint8Array(BALLAST_BYTES) })

/**
 * The database of what has to do with money. It is apart from the conversations, so that no change to
 * those, and no clearing of them, touches an open payment. Rejects where storage is refused.
 */
export const paymentDatabase = databaseOpener<PaymentSchema>(
  'vendor-playground-payments',
  1,
  (db) => {
    const intents = db.createObjectStore('intents', { keyPath: 'id' })
    intents.createIndex('by-wallet', ['origin', 'wallet'])
    db.createObjectStore('pins', { keyPath: 'id' })
    const balances = db.createObjectStore('balances', { autoIncrement: true })
    balances.createIndex('by-owner', 'owner')
    db.createObjectStore('practice', { keyPath: 'id' })
    // A failure aborts the upgrade, and with it the opening.
    db.createObjectStore('ballast', { keyPath: 'id' })
      .put(reserve())
      .catch(() => undefined)
  },
)

/**
 * Does a write again after giving up the reserve, when the disk was full the first time. The reserve
 * is put back with the first write that leaves room for it.
 */
export async function withReserve<Result>(write: () => Promise<Result>): Promise<Result> {
  const result = await write().catch(async (error: unknown) => {
    if (!isQuotaExceeded(error)) throw error
    const db = await paymentDatabase()
    await db.clear('ballast')
    return write()
  })
  // What was to be written is; the disk may still be too full for the reserve.
  await restoreReserve().catch(() => undefined)
  return result
}

async function restoreReserve(): Promise<void> {
  const db = await paymentDatabase()
  if ((await db.getKey('ballast', 'reserve')) === undefined) await db.put('ballast', reserve())
}

/**
 * Makes sure, before a wallet is asked, that what it signs can be written down afterwards. Rejects when the disk
 * is full, even without the reserve.
 */
export function ensureRoom(): Promise<void> {
  return withReserve(async () => {
    const db = await paymentDatabase()
    const transaction = db.transaction('ballast', 'readwrite', { durability: 'strict' })
    await allOrNothing(transaction, async () => {
      await transaction.store.put({ id: 'probe', bytes: new Uint8Array(PROBE_BYTES) })
      await transaction.store.delete('probe')
    })
  })
}
