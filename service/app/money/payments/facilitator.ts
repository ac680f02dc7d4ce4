import type { SignedPayment } from '../../../../contract/wallet/payment/payment-payload.ts'

/** What identifies a payment on its chain: enough to look for it there, and nothing that could be sent. */
export interface PaymentTrace {
  /** CAIP-2. */
  readonly network: string
  readonly asset: string
  /** Lower case on EVM, exact on Solana. */
  readonly payer: string
  readonly payTo: string
  /** Atomic USDC, which is micro-USD. */
  readonly amount: number
  /** What lets it happen only once: the authorization's nonce, or the hash of the message, lower-case hex. */
  readonly nonce: string
  /** When it can no longer happen: Unix seconds on EVM, the recent blockhash on Solana. */
  readonly expiry: string
  /** What its client calls it: another payment of this payer can't have it too. */
  readonly identifier?: string
  /** The transaction, as far as it is known. */
  readonly transaction: string | undefined
}

/** A payment that a client sent: its trace, and what was signed. */
export interface RailPayment extends PaymentTrace {
  readonly signed: SignedPayment['signed']
}

/** Whether a payment would succeed now. The reason is one of the x402 packages' names. */
type Verification = { ok: true } | { ok: false; reason: string }

/**
 * What was said when a payment was carried out. Only the chain is believed, where it can be read; a
 * payment that was submitted may land although its settlement failed.
 */
export type Settlement = { ok: true; transaction: string } | { ok: false; reason: string }

/** What the chain says of a payment. */
export type ChainStatus =
  | { state: 'transferred'; transaction: string }
  /** Not happened, and still can. */
  | { state: 'open' }
  /** Not happened, and never can: cancelled, expired, or its nonce was spent on something else. */
  | { state: 'dead'; reason: string }
  /** The chain cannot be read. */
  | { state: 'unknown' }

/** Carries out payments on one chain. */
export interface Facilitator {
  verify(payment: RailPayment): Promise<Verification>
  /** Carries a payment out. `onSubmit` runs before anything is broadcast, with the transaction where it is known by then. */
  settle(
    payment: RailPayment,
    onSubmit: (transaction: string | undefined) => Promise<void>,
  ): Promise<Settlement>
  /** Looks for a payment on the chain. Sends nothing. */
  find(payment: PaymentTrace): Promise<ChainStatus>
}
