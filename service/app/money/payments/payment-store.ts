import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { sha256 } from '../../../../contract/encoding/sha256.ts'
import type { PaymentTrace } from './facilitator.ts'

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
