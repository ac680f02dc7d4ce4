import { createStore } from 'zustand/vanilla'

import type { PaymentIntent } from '../../../core/storage/payments/payment-intent.ts'
import { listPayments, subscribePayments } from '../../../core/storage/payments/payment-journal.ts'
import type { ChainFinding } from '../chain/evm-reads.ts'

interface PaymentsState {
  /** Everything in the journal, the latest first; undefined until it is read. */
  payments: readonly PaymentIntent[] | undefined
  /** The journal cannot be read: nothing may be paid. */
  isUnreadable: boolean
  /** What became of a payment cannot be written down now; it is tried again until it can. */
  isUnwritable: boolean
  /** What the chain said last of each payment that is being followed here. */
  findings: Readonly<Record<string, ChainFinding | 'unreadable'>>
  /** Payments of an earlier visit that were taken up here, and whose end nobody has seen yet. */
  resumed: ReadonlySet<string>
}

/** The journal as this tab last read it. */
export const paymentsStore = createStore<PaymentsState>(() => ({
  payments: undefined,
  isUnreadable: false,
  isUnwritable: false,
  findings: {},
  resumed: new Set(),
}))

/** Reads the journal anew. */
export async function readPayments(): Promise<void> {
  try {
    paymentsStore.setState({ payments: await listPayments(), isUnreadable: false })
  } catch {
    paymentsStore.setState({ isUnreadable: true })
  }
}

/** Notes what the chain says of a payment. */
export function noteFinding(id: string, finding: ChainFinding | 'unreadable'): void {
  paymentsStore.setState(({ findings }) => ({ findings: { ...findings, [id]: finding } }))
}

/** Notes that a payment of an earlier visit is taken up here, or that its end is on screen. */
export function noteResumed(id: string, isSeen: boolean): void {
  paymentsStore.setState(({ resumed }) => ({
    resumed: isSeen ? new Set([...resumed].filter((one) => one !== id)) : new Set([...resumed, id]),
  }))
}

subscribePayments(() => void readPayments())
