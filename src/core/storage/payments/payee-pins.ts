import { allOrNothing } from '../db/open-database.ts'
import { type PayeePin, paymentDatabase } from './payment-database.ts'

const idOf = (origin: string, network: string) => `${origin} ${network}`

/** To whom payments to this API on this chain went so far; undefined before the first. */
export async function findPayee(origin: string, network: string): Promise<PayeePin | undefined> {
  const db = await paymentDatabase()
  return db.get('pins', idOf(origin, network))
}

/** Remembers the recipient that a person confirmed first. It never changes by itself afterwards. */
export async function pinPayee(origin: string, network: string, payTo: string): Promise<void> {
  const db = await paymentDatabase()
  const transaction = db.transaction('pins', 'readwrite', { durability: 'strict' })
  const id = idOf(origin, network)
  await allOrNothing(transaction, async () => {
    if ((await transaction.store.get(id)) === undefined)
      await transaction.store.add({ id, payTo, at: Date.now() })
  })
}
