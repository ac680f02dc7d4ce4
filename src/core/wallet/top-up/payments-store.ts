import { createStore } from 'zustand/vanilla'

import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { ChainFinding } from '../chain/evm-reads.ts'
import type { WalletWorld } from '../world.ts'

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
export async function readPayments({ journal }: Pick<WalletWorld, 'journal'>): Promise<void> {
  try {
    paymentsStore.setState({ payments: await journal.list(), isUnreadable: false })
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
