import type { Cost } from '../../../contract/chat/response.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import type { AppContext } from '../http/app-environment.ts'
import { isWalletOwner } from './payments/payment-store.ts'

/** The two currencies of the contract. */
export type Currency = 'USD' | 'DIEM'

/** What an owner holds: integers of a millionth of a dollar and of a DIEM. */
export interface Balance {
  microUsd: number
  microDiem: number
}

/** What the reference of a grant begins with that gives the charge of a request back; the request's id follows. */
export const REFUND = 'refund:'

/** Credit given to an owner. The reference makes it single: the same one again changes nothing. */
export interface Grant {
  reference: string
  owner: string
  microUsd: number
  microDiem: number
}

/** The price of one answered request, taken from an owner's credit: from DIEM as long as there is some, then from USD. */
export interface Charge {
  /** The request id; a charge with the same reference is taken once. */
  reference: string
  owner: string
  model: string
  promptTokens: number
  completionTokens: number
  /** The price; 1 DIEM pays for $1. */
  microUsd: number
}

/** A charge that was taken. */
export interface Charged {
  /** The parts of its price; nothing where its reference was there before. */
  taken: Balance
  /** What the owner holds after it, micro-USD. */
  leftMicroUsd: number
}

/** One movement of an owner's USD credit. Amounts in micro-USD; a charge is negative. */
export interface Movement {
  id: number
  kind: 'grant' | 'charge'
  reference: string
  model: string | undefined
  microUsd: number
  balanceAfter: number
  /** Unix milliseconds. */
  createdAt: number
}

/** Which charges of an owner are asked for, as one page. Times in Unix milliseconds. */
export interface UsageQuery {
  /** Inclusive. */
  from: number
  /** Exclusive. */
  to: number
  /** Absent is every currency. */
  currency: Currency | undefined
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

/** One charge in one currency, in millionths of it. */
export interface UsageEntry {
  reference: string
  model: string | undefined
  promptTokens: number
  completionTokens: number
  currency: Currency
  /** What was taken; positive. */
  amount: number
  createdAt: number
}

/**
 * Double-entry book of credits: every entry's postings sum to zero per currency. A call resolves only
 * once its entry is durable.
 */
export interface Ledger {
  grant(grant: Grant): Promise<void>
  charge(charge: Charge): Promise<Charged>
  balance(owner: string): Promise<Balance>
  /** One page of an owner's USD movements, newest first. */
  movements(owner: string, page: { limit: number; offset: number }): Promise<Movement[]>
  /** One page of an owner's charges, in the order of time, and how many there are on all pages. */
  usage(owner: string, query: UsageQuery): Promise<{ total: number; entries: UsageEntry[] }>
}

/** How a price is taken from an owner with so much DIEM. */
export function splitPrice(microUsd: number, heldDiem: number): Balance {
  const microDiem = Math.min(microUsd, Math.max(0, heldDiem))
  return { microUsd: microUsd - microDiem, microDiem }
}

/** What a new key starts with: $10 of play money, and no DIEM. */
const OPENING_CREDIT: Balance = { microUsd: 10 * MICRO_USD_PER_USD, microDiem: 0 }

/** Gives a key its opening credit, once in the life of the ledger. */
export async function grantOpeningCredit(
  ledger: Ledger,
  owner: string,
  credit: Balance = OPENING_CREDIT,
): Promise<void> {
  await ledger.grant({ reference: `opening:${owner}`, owner, ...credit })
}

/**
 * The balance headers of an answer (contract, "Authentication"). A key is told what it held before the
 * request. A wallet is told what remains after it or, where the headers leave before that is known (a
 * stream), what is there before anything is charged: what is set aside is never taken off. The real service tells a
 * wallet nothing.
 */
export function balanceHeaders(
  context: AppContext,
  owner: string,
  { microUsd, microDiem }: Balance,
  remainingMicroUsd: number,
): Record<string, string> {
  if (isWalletOwner(owner))
    return context.get('likeProvider') === true
      ? {}
      : { 'X-Balance-Remaining': decimalText(remainingMicroUsd) }
  return {
    'x-vendor-balance-usd': decimalText(microUsd),
    'x-vendor-balance-diem': decimalText(microDiem),
  }
}

/** What was taken for an answer, as its `cost` has it. */
export function costBody({ microUsd, microDiem }: Balance): Cost {
  return { usd: microUsd / MICRO_USD_PER_USD, diem: microDiem / MICRO_USD_PER_USD }
}

/** Micro units as a decimal text with six digits, as balance headers have it. */
function decimalText(micro: number): string {
  return (micro / MICRO_USD_PER_USD).toFixed(6)
}
