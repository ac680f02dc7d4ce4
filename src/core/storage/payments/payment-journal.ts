import { paymentDatabase, withReserve } from './payment-database.ts'
import {
  advanceIntent,
  isOpen,
  newIntent,
  type PaymentEvent,
  type PaymentIntent,
  type PaymentPlan,
} from './payment-intent.ts'

/** Carries "a payment changed" between tabs; never the payment itself. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('payments')
const listeners = new Set<() => void>()

/** Kept without payments being looked at, so that a start can tell that there is something to finish. */
const OPEN_FLAG = 'playground.open-payment'

channel?.addEventListener('message', () => {
  for (const listener of listeners) listener()
})

/** Calls back after any payment changed, in this tab or another. Gives the way to stop. */
export function subscribePayments(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
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
  | { reason: 'changed meanwhile'; payment: PaymentIntent }

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
    const others = await transaction.store
      .index('by-wallet')
      .getAll(IDBKeyRange.only([plan.origin, plan.wallet]))
    const open = others.find(isOpen)
    const later = others.find(({ createdAt }) => createdAt > seenUntil)
    const refusal: OpeningRefusal | undefined =
      open === undefined
        ? later && { reason: 'changed meanwhile', payment: later }
        : { reason: 'open payment', payment: open }
    const intent = newIntent(plan)
    if (refusal === undefined) await transaction.store.add(intent)
    await transaction.done
    return refusal ?? intent
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
    const current = await transaction.store.get(id)
    const advanced = current && advanceIntent(current, event)
    if (advanced !== undefined) await transaction.store.put(advanced)
    await transaction.done
    return advanced
  })
  await changed()
  return next
}

/** The name of the lock under which a wallet's payments to an API are made and followed up. */
export function paymentLock({ origin, wallet }: Pick<PaymentPlan, 'origin' | 'wallet'>): string {
  return `topup:${origin}:${wallet}`
}

async function changed(): Promise<void> {
  const open = (await listPayments()).some(isOpen)
  try {
    if (open) localStorage.setItem(OPEN_FLAG, '1')
    else localStorage.removeItem(OPEN_FLAG)
  } catch {
    // Without it, an open payment is found when the wallet area is opened.
  }
  for (const listener of listeners) listener()
  channel?.postMessage('changed')
}
