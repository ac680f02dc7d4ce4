import { paymentDatabase } from './payment-database.ts'

/**
 * The practice wallet's key material for one family of chains: keys that the browser does not give out, and what
 * is sealed with them. An earlier version saved an Ethereum key in clear.
 */
export async function loadPracticeSecret(family: string): Promise<unknown> {
  const db = await paymentDatabase()
  return (await db.get('practice', family))?.secret
}

/** Saves key material unless another tab saved some in the place of `previous`; returns what is saved. */
export async function savePracticeSecret(
  family: string,
  secret: unknown,
  previous?: unknown,
): Promise<unknown> {
  const db = await paymentDatabase()
  const transaction = db.transaction('practice', 'readwrite')
  const current = (await transaction.store.get(family))?.secret
  const isFree = current === previous
  if (isFree) await transaction.store.put({ id: family, secret })
  await transaction.done
  return isFree ? secret : current
}
