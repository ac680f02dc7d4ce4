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
