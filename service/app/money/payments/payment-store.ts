import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { sha256 } from '../../../../contract/encoding/sha256.ts'
import type { SignedPayment } from '../../../../contract/wallet/payment/payment-payload.ts'

/**
 * How far a payment has come. `received`: nothing was sent. `submitted`: it may be on the chain.
 * `credited` and `failed` are final.
 */
export type PaymentState = 'received' | 'submitted' | 'credited' | 'failed'

/** One payment in the book of payments. */
export interface PaymentRow extends PaymentTrace {
  readonly key: string
  /** What the client is told: the same for the same payment. */
  readonly id: string
  readonly state: PaymentState
  /** Why it failed. */
  readonly reason: string | undefined
  /** What the payer held right after the credit, micro-USD. */
  readonly newBalance: number | undefined
}

/** The one book of payments: what was received, how far it came, what was credited. Each call is durable when it resolves. */
export interface PaymentStore {
  find(key: string): Promise<PaymentRow | undefined>
  /** Every payment that is neither credited nor failed. */
  open(): Promise<PaymentRow[]>
  hasOpen(payer: string): Promise<boolean>
  /**
   * Notes a payment before anything is done with it; one that is known stays as it is. Undefined when its
   * identifier names another payment of the payer.
   */
  receive(payment: PaymentTrace): Promise<PaymentRow | undefined>
  /** Rejects when the payment is not open any more: then nothing may be sent. */
  submit(key: string, transaction: string | undefined): Promise<void>
  /** Gives the payer the credit and closes the payment: both are kept, or neither. */
  credit(row: PaymentRow, transaction: string): Promise<void>
  fail(key: string, reason: string): Promise<void>
  /** Forgets a payment that was never sent anywhere. */
  drop(key: string): Promise<void>
  /** Claims a payment among all processes; undefined while another one works on it. Call what it gives when the work is over. */
  claim(key: string): Promise<(() => Promise<void>) | undefined>
}

/** What makes a payment the same payment, however it was spelled or sent. */
export function paymentKey({ network, asset, payer, nonce }: PaymentTrace): string {
  return [network, asset.startsWith('0x') ? asset.toLowerCase() : asset, payer, nonce].join('|')
}

/** What a payment is called towards its client and in the log. */
export function paymentId(key: string): string {
  return `x402-${hexOfBytes(sha256(key)).slice(0, 32)}`
}

const PREFIX = 'wallet:'

/** The account of a wallet in the ledger; the address is lower case on EVM and exact on Solana. */
export function walletOwner(address: string): string {
  return `${PREFIX}${address}`
}

/** Whether an account of the ledger is a wallet's, not a key's. */
export function isWalletOwner(owner: string): boolean {
  return owner.startsWith(PREFIX)
}

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
