import { localText } from '../db/browser-storage.ts'
import { createChannel } from '../db/channel.ts'
import { allOrNothing } from '../db/open-database.ts'
import { paymentDatabase, withReserve } from './payment-database.ts'
import {
  advanceIntent,
  isOpen,
  newIntent,
  type PaymentEvent,
  type PaymentIntent,
  type PaymentPlan,
} from './payment-intent.ts'

const channel = createChannel<'changed'>('payments')

/** Kept without payments being looked at, so that a start can tell that there is something to finish. */
const OPEN_FLAG = 'playground.open-payment'

/** Calls back after any payment changed, in this tab or another. Gives the way to stop. */
export function subscribePayments(listener: () => void): () => void {
  return channel.subscribe(listener)
}

/** Every payment this browser knows of, the latest first. */
export async function listPayments(): Promise<PaymentIntent[]> {
  const db = await paymentDatabase()
  const all = await db.getAll('intents')
  return all.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** A payment by its id. */
export async function findPayment(id: string): Promise<PaymentIntent | undefined> {
  const db = await paymentDatabase()
  return db.get('intents', id)
}

/** Why a payment could not be started. */
export type OpeningRefusal =
  /** Another one of this wallet is not finished. */
  | { reason: 'open payment'; payment: PaymentIntent }
  /** Something was paid or tried since the person last looked. */
  | { reason: 'newer payment'; payment: PaymentIntent }

/**
 * Writes down that a payment is about to be signed, and waits until it is on disk. Refuses while another
 * payment of the same wallet to the same API is open, and when one was started after `seenUntil` (Unix
 * ms), which the person did not see when they confirmed. Rejects when nothing can be stored: then
 * nothing may be signed.
 */
export async function openPayment(
  plan: PaymentPlan,
  seenUntil: number,
): Promise<PaymentIntent | OpeningRefusal> {
  const result = await withReserve(async () => {
    const db = await paymentDatabase()
    const transaction = db.transaction('intents', 'readwrite', { durability: 'strict' })
    return allOrNothing(transaction, async (): Promise<PaymentIntent | OpeningRefusal> => {
      const others = await transaction.store
        .index('by-wallet')
        .getAll(IDBKeyRange.only([plan.origin, plan.wallet]))
      const open = others.find(isOpen)
      if (open !== undefined) return { reason: 'open payment', payment: open }
      const later = others.find(({ createdAt }) => createdAt > seenUntil)
      if (later !== undefined) return { reason: 'newer payment', payment: later }
      const intent = newIntent(plan)
      await transaction.store.add(intent)
      return intent
    })
  })
  if (!('reason' in result)) await changed()
  return result
}

/**
 * Moves a payment on by an event, and waits until that is on disk. Undefined when the event cannot
 * happen to it, for instance because another tab has ended it.
 */
export async function recordPayment(
  id: string,
  event: PaymentEvent,
): Promise<PaymentIntent | undefined> {
  const next = await withReserve(async () => {
    const db = await paymentDatabase()
    const transaction = db.transaction('intents', 'readwrite', { durability: 'strict' })
    return allOrNothing(transaction, async () => {
      const current = await transaction.store.get(id)
      const advanced = current && advanceIntent(current, event)
      if (advanced !== undefined) await transaction.store.put(advanced)
      return advanced
    })
  })
  await changed()
  return next
}

/** The name of the lock under which a wallet's payments to an API are made and followed up. */
export function paymentLock({ origin, wallet }: Pick<PaymentPlan, 'origin' | 'wallet'>): string {
  return `topup:${origin}:${wallet}`
}

/** Never rejects: what changed is on disk, whether or not it can be listed now. */
async function changed(): Promise<void> {
  const mayBeOpen = await listPayments().then(
    (payments) => payments.some(isOpen),
    () => true,
  )
  // Without the flag, an open payment is found when the wallet area is opened.
  if (mayBeOpen) localText.save(OPEN_FLAG, '1')
  else localText.remove(OPEN_FLAG)
  channel.publish('changed')
}
