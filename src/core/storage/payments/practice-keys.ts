import { paymentDatabase } from './payment-database.ts'

/**
 * The practice wallet's key material for one family of chains. It is kept in the clear, which is fine
 * for it alone: it can only ever hold throw-away test money on the chains of the local service.
 */
export async function readPracticeSecret(family: string): Promise<unknown> {
  const db = await paymentDatabase()
  return (await db.get('practice', family))?.secret
}

/** Keeps key material unless there is some already; gives what is kept. */
export async function keepPracticeSecret(family: string, secret: unknown): Promise<unknown> {
  const db = await paymentDatabase()
  const transaction = db.transaction('practice', 'readwrite')
  const kept = await transaction.store.get(family)
  if (kept === undefined) await transaction.store.add({ id: family, secret })
  await transaction.done
  return kept?.secret ?? secret
}
