import type { SignedStatement } from '../../../../contract/wallet/payment/offer-receipt.ts'

/** What finds a signed payment again on its chain. */
export type PaymentTrace =
  | {
      family: 'evm'
      from: string
      /** 32 bytes, hex. */
      nonce: string
      /** Unix seconds. */
      validBefore: number
    }
  | {
      family: 'solana'
      /** The payer's token account. */
      source: string
      memo: string
      /** SHA-256 of the message, hex. */
      messageHash: string
      lastValidBlockHeight: number
    }

/** One time that a payment was sent, and what came back. */
export interface PaymentAttempt {
  /** Unix ms. */
  at: number
  /** The status, or none when no answer arrived. */
  status?: number
  /** The code or kind of what went wrong; absent for a success. */
  error?: string
  /** Why it was refused, in the service's own name for it. */
  reason?: string
  /** `CF-RAY`, for support. */
  requestId?: string
}

/** How a payment ended. */
export type PaymentEnd =
  | {
      state: 'credited'
      at: number
      creditedMicroUsd: number
      /** Absent where nothing reported it. */
      balanceMicroUsd?: number
      /** The service had credited it before it was sent for the last time. */
      isEarlier?: boolean
      /** Hash or signature on the chain, where it is known. */
      transaction?: string
      /** The service's own receipt, as it came. */
      receipt?: SignedStatement
    }
  /** It never happened and never can: paying again is safe. */
  | { state: 'expired'; at: number; provedBy: string; transaction?: string }
  /** It cannot be told by a machine: a person has to look. */
  | { state: 'review'; at: number; why: string; transaction?: string }

/** Who signed a receipt, why that can't be told here, or why it proves nothing: the credit doesn't depend on it. */
export type ReceiptCheck = { signer: string } | { unchecked: string } | { problem: string }

/** What was decided before the wallet was asked. */
export interface PaymentPlan {
  id: string
  /** The API's origin; the payment is never sent to another. */
  origin: string
  baseUrl: string
  providerName: string
  /** The paying address. */
  wallet: string
  walletName: string
  /** CAIP-2 id. */
  network: string
  asset: string
  payTo: string
  amountMicroUsd: number
  /** SHA-256 of the requirement that was checked, hex. */
  requirementHash: string
  /** The terms as the service signed them, where it did. */
  signedOffer?: SignedStatement
  /** The header it travels under. */
  headerName: string
  createdAt: number
}

/** A top-up in the payment log. It only ever moves on: see {@link advanceIntent}. */
export type PaymentIntent = PaymentPlan & {
  state: 'intent' | 'signed' | 'sent' | PaymentEnd['state']
  trace?: PaymentTrace
  /** The header's value, replayed byte for byte; removed when the payment has ended. */
  header?: string
  signedAt?: number
  attempts: readonly PaymentAttempt[]
  end?: PaymentEnd
  /** Of the receipt of `end`; absent until it was checked. */
  receiptCheck?: ReceiptCheck
}

/** Something that happened to a payment. */
export type PaymentEvent =
  | { type: 'signed'; at: number; trace: PaymentTrace; header: string }
  | { type: 'sending'; at: number }
  | { type: 'answered'; attempt: PaymentAttempt }
  | { type: 'ended'; end: PaymentEnd }
  /** The one thing that can happen after the end. */
  | { type: 'receipt checked'; check: ReceiptCheck }

/** Attempts that are kept of one payment, the latest ones. */
const MAX_ATTEMPTS = 50

/** A payment that nobody has signed yet. */
export function newIntent(plan: PaymentPlan): PaymentIntent {
  return { ...plan, state: 'intent', attempts: [] }
}

/** True until it is known for certain how the payment ended. No other may be signed meanwhile. */
export function isOpen(intent: PaymentIntent): boolean {
  return intent.state === 'intent' || intent.state === 'signed' || intent.state === 'sent'
}

/**
 * The payment after an event; undefined when the event cannot happen to it: a second signature, an
 * answer before a signature, a credit without one, or anything after the end.
 */
export function advanceIntent(
  intent: PaymentIntent,
  event: PaymentEvent,
): PaymentIntent | undefined {
  if (event.type === 'receipt checked')
    return intent.state === 'credited' ? { ...intent, receiptCheck: event.check } : undefined
  if (!isOpen(intent)) return undefined
  switch (event.type) {
    case 'signed':
      if (intent.state !== 'intent') return undefined
      return {
        ...intent,
        state: 'signed',
        trace: event.trace,
        header: event.header,
        signedAt: event.at,
      }
    case 'sending':
      return intent.state === 'intent' ? undefined : { ...intent, state: 'sent' }
    case 'answered':
      if (intent.state !== 'sent') return undefined
      return { ...intent, attempts: [...intent.attempts, event.attempt].slice(-MAX_ATTEMPTS) }
    case 'ended': {
      // What was never signed cannot have been paid, and what was not sent cannot have been credited.
      if (intent.state === 'intent' && event.end.state !== 'expired') return undefined
      if (intent.state === 'signed' && event.end.state === 'credited') return undefined
      const { header: _, ...rest } = intent
      return { ...rest, state: event.end.state, end: event.end }
    }
  }
}
