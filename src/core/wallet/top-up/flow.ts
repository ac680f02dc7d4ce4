import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Advice } from '../../../../contract/errors/advice.ts'
import type { PaymentIntent } from '../../storage/payments/payment-intent.ts'
import type { ChainStatus } from '../chain/evm-reads.ts'
import type { WalletProblem } from '../session/wallet-session.ts'
import type { WalletWorld } from '../world.ts'
import type { LimitProblem, TopUpDraft } from './top-up-draft.ts'

/** Why nothing was signed, or nothing was sent. In each of these no money can have moved. */
export type FlowNotice =
  | { kind: 'wallet'; problem: WalletProblem }
  /** The pocket account did not sign: it is locked, or its limits don't allow it. */
  | { kind: 'refused'; advice: Advice }
  /** The wallet is another one, or on another chain, than when the payment was checked. */
  | { kind: 'account changed' }
  | { kind: 'wrong network' }
  /** What the wallet gave back is not what it was asked to sign. */
  | { kind: 'unexpected signature'; why: string }
  | { kind: 'other tab' }
  | { kind: 'open payment'; payment: PaymentIntent }
  | { kind: 'newer payment' }
  | { kind: 'storage'; cause?: unknown }
  /** An error of this page or of the browser. */
  | { kind: 'error'; cause: unknown }
  | { kind: 'offline' }
  | { kind: 'limit'; problem: LimitProblem }
  /** The receiver is not the one that is known for this API. */
  | { kind: 'other recipient'; known: string }
  | { kind: 'network unreadable'; network: string }
  | { kind: 'cancelled' }

/** Where the top-up is. What becomes of a signed payment is in the payment log, not here. */
export type Flow =
  | { step: 'choose'; notice?: FlowNotice }
  | { step: 'check'; draft: TopUpDraft; shownAt: number; notice?: FlowNotice }
  | { step: 'signing'; draft: TopUpDraft; shownAt: number }
  | { step: 'follow'; paymentId: string }

export type FlowEvent =
  | { type: 'checked'; draft: TopUpDraft; at: number }
  | { type: 'back' }
  | { type: 'confirmed' }
  | { type: 'not signed'; notice: FlowNotice; at: number }
  | { type: 'signed'; paymentId: string }
  /** A payment of this wallet is open: made here before, or in another tab. */
  | { type: 'resumed'; paymentId: string }
  | { type: 'done' }
  /** Another wallet, another account or another API. */
  | { type: 'wallet changed' }

/** The first state. */
export const START: Flow = { step: 'choose' }

/**
 * The step after an event. Only a payment that is on the check screen can be confirmed, and only once; a
 * notice leads back to the check screen, so that a second signature needs a second press.
 */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'checked':
      return flow.step === 'choose' || flow.step === 'check'
        ? { step: 'check', draft: event.draft, shownAt: event.at }
        : flow
    case 'back':
      return flow.step === 'check' ? START : flow
    case 'confirmed':
      return flow.step === 'check'
        ? { step: 'signing', draft: flow.draft, shownAt: flow.shownAt }
        : flow
    case 'not signed':
      if (flow.step !== 'signing') return flow
      // These need a new look at the offer; the others only another press.
      return needsNewCheck(event.notice)
        ? { step: 'choose', notice: event.notice }
        : {
            step: 'check',
            draft: flow.draft,
            // This tab's own attempt was seen; what another tab is doing was not.
            shownAt: event.notice.kind === 'other tab' ? flow.shownAt : event.at,
            notice: event.notice,
          }
    case 'signed':
      return flow.step === 'signing' ? { step: 'follow', paymentId: event.paymentId } : flow
    case 'resumed':
      return flow.step === 'signing' || flow.step === 'follow'
        ? flow
        : { step: 'follow', paymentId: event.paymentId }
    case 'done':
      return flow.step === 'follow' ? START : flow
    case 'wallet changed':
      // A signature that is asked for is refused when it comes; a signed payment goes on.
      return flow.step === 'check' ? { step: 'choose', notice: { kind: 'account changed' } } : flow
  }
}

function needsNewCheck({ kind }: FlowNotice): boolean {
  return ['account changed', 'newer payment', 'open payment', 'other recipient'].includes(kind)
}

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
