import { allOrNothing } from '../db/open-database.ts'
import { type BalanceReading, paymentDatabase } from './payment-database.ts'

/** Readings kept of one wallet at one API. */
const MAX_READINGS = 500

/** Whose credit a reading is. */
export function balanceOwner(origin: string, wallet: string): string {
  return `${origin} ${wallet}`
}

/** The readings of a wallet's credit at an API, oldest first. */
export async function listBalances(owner: string): Promise<BalanceReading[]> {
  const db = await paymentDatabase()
  const found = await db.getAllFromIndex('balances', 'by-owner', owner)
  return found.toSorted((a, b) => a.at - b.at)
}

/** Keeps a reading; the oldest ones go when there are too many. */
export async function saveBalance(reading: BalanceReading): Promise<void> {
  const db = await paymentDatabase()
  const transaction = db.transaction('balances', 'readwrite')
  await allOrNothing(transaction, async () => {
    await transaction.store.add(reading)
    const keys = await transaction.store.index('by-owner').getAllKeys(reading.owner)
    for (const key of keys.slice(0, Math.max(0, keys.length - MAX_READINGS)))
      await transaction.store.delete(key)
  })
}
