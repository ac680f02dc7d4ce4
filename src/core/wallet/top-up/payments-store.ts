import { createStore, type StoreApi } from 'zustand/vanilla'

import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import type { WalletWorld } from '../world.ts'

/** The payment log as this tab last read it. */
export interface PaymentsState {
  /** Everything in the payment log, the latest first; undefined until it is read. */
  payments: readonly PaymentIntent[] | undefined
  /** The payment log cannot be read: nothing may be paid. */
  isUnreadable: boolean
  /** What became of a payment cannot be written down now; it is tried again until it can. */
  isUnwritable: boolean
  /** What the chain said last of each payment that is being followed here. */
  chainStatuses: Readonly<Record<string, ChainStatus | 'unreadable'>>
  /** Payments of an earlier visit that were taken up here, and whose end nobody has seen yet. */
  resumed: ReadonlySet<string>
}

/** Creates the store of a tab that has not read the payment log yet. */
export function createPaymentsStore(): StoreApi<PaymentsState> {
  return createStore(() => ({
    payments: undefined,
    isUnreadable: false,
    isUnwritable: false,
    chainStatuses: {},
    resumed: new Set(),
  }))
}

/** Reads the payment log anew. */
export async function readPayments(
  payments: StoreApi<PaymentsState>,
  paymentLog: Pick<WalletWorld['paymentLog'], 'list'>,
): Promise<void> {
  try {
    payments.setState({ payments: await paymentLog.list(), isUnreadable: false })
  } catch {
    payments.setState({ isUnreadable: true })
  }
}

/** Records what the chain says of a payment. */
export function recordChainStatus(
  payments: StoreApi<PaymentsState>,
  id: string,
  chainStatus: ChainStatus | 'unreadable',
): void {
  payments.setState(({ chainStatuses }) => ({
    chainStatuses: { ...chainStatuses, [id]: chainStatus },
  }))
}

/** Marks a payment of an earlier visit as taken up here, or as one whose end is on screen. */
export function markResumed(payments: StoreApi<PaymentsState>, id: string, isSeen: boolean): void {
  payments.setState(({ resumed }) => ({
    resumed: isSeen ? new Set([...resumed].filter((one) => one !== id)) : new Set([...resumed, id]),
  }))
}
