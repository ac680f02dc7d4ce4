import { hexOfBytes } from '../../contract/encoding/bytes.ts'
import { sha256 } from '../../contract/encoding/sha256.ts'
import type { Storage } from './adapters.ts'
import type { ApiKey, ApiKeyStore } from './auth/api-keys.ts'
import { NONCE_LIFETIME_MS, type SignInNonces } from './auth/discovery.ts'
import {
  splitPrice,
  type Balance,
  type Charge,
  type Currency,
  type Grant,
  type Ledger,
  type UsageEntry,
} from './money/ledger.ts'
import {
  paymentId,
  paymentKey,
  type PaymentRow,
  type PaymentStore,
  walletOwner,
} from './money/payments/payment-store.ts'

/**
 * Storage for a place without a database. It lasts as long as the program, and what one call changes is
 * never seen by half: each call does all its work before another one runs.
 */
export function createMemoryStorage(now: () => number = Date.now): Storage {
  const { grant, ...ledger } = createLedger(now)
  return {
    ledger: { ...ledger, grant: async (credit) => void grant(credit) },
    keys: createKeys(),
    nonces: createNonces(now),
    payments: createPayments(grant),
    isReachable: () => Promise.resolve(true),
  }
}

/** A grant or a charge in one currency, with the balance after it. A charge is negative. */
interface Posting {
  id: number
  currency: Currency
  amount: number
  balanceAfter: number
  createdAt: number
  reference: string
  /** Absent for a grant. */
  charge: Charge | undefined
}

/** A ledger whose grants give the balance after them at once. */
interface MemoryLedger extends Omit<Ledger, 'grant'> {
  grant: (grant: Grant) => Balance
}

function createLedger(now: () => number): MemoryLedger {
  const references = new Set<string>()
  const accounts = new Map<string, { balance: Balance; postings: Posting[] }>()
  const accountOf = (owner: string) => {
    const account = accounts.get(owner) ?? { balance: { microUsd: 0, microDiem: 0 }, postings: [] }
    accounts.set(owner, account)
    return account
  }
  const record = (entry: Grant | Charge, amounts: Balance): Balance => {
    const { balance, postings } = accountOf(entry.owner)
    if (references.has(entry.reference)) return balance
    references.add(entry.reference)
    const posting = {
      id: references.size,
      createdAt: now(),
      reference: entry.reference,
      charge: 'model' in entry ? entry : undefined,
    }
    balance.microUsd += amounts.microUsd
    balance.microDiem += amounts.microDiem
    const add = (currency: Currency, amount: number, balanceAfter: number) => {
      if (amount !== 0) postings.push({ ...posting, currency, amount, balanceAfter })
    }
    add('DIEM', amounts.microDiem, balance.microDiem)
    add('USD', amounts.microUsd, balance.microUsd)
    return balance
  }
  return {
    grant: (grant) => {
      checkAmounts(grant.microUsd, grant.microDiem)
      return record(grant, grant)
    },
    charge: async (charge) => {
      checkAmounts(charge.microUsd)
      const { balance } = accountOf(charge.owner)
      const taken = references.has(charge.reference)
        ? { microUsd: 0, microDiem: 0 }
        : splitPrice(charge.microUsd, balance.microDiem)
      record(charge, { microUsd: -taken.microUsd, microDiem: -taken.microDiem })
      return { taken, leftMicroUsd: balance.microUsd }
    },
    balance: async (owner) => ({ ...accountOf(owner).balance }),
    movements: async (owner, { limit, offset }) =>
      accountOf(owner)
        .postings.filter(({ currency }) => currency === 'USD')
        .toReversed()
        .slice(offset, offset + limit)
        .map(({ id, amount, balanceAfter, createdAt, reference, charge }) => ({
          id,
          kind: charge === undefined ? 'grant' : 'charge',
          reference,
          model: charge?.model,
          microUsd: amount,
          balanceAfter,
          createdAt,
        })),
    usage: async (owner, { from, to, currency, order, limit, offset }) => {
      const found = accountOf(owner).postings.filter(
        (posting) =>
          posting.charge !== undefined &&
          posting.createdAt >= from &&
          posting.createdAt < to &&
          (currency === undefined || posting.currency === currency),
      )
      const page = (order === 'asc' ? found : found.toReversed()).slice(offset, offset + limit)
      return { total: found.length, entries: page.map(usageOf) }
    },
  }
}

function usageOf({ currency, amount, createdAt, reference, charge }: Posting): UsageEntry {
  return {
    reference,
    model: charge?.model,
    promptTokens: charge?.promptTokens ?? 0,
    completionTokens: charge?.completionTokens ?? 0,
    currency,
    amount: -amount,
    createdAt,
  }
}

function checkAmounts(...amounts: readonly number[]): void {
  for (const amount of amounts)
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`An amount must be an integer of millionths, not ${amount}`)
}

function createKeys(): ApiKeyStore {
  const keys = new Map<string, ApiKey>()
  return {
    find: async (secret) => keys.get(hexOfBytes(sha256(secret))),
    add: async (secret, label, account) => {
      const hash = hexOfBytes(sha256(secret))
      const key = keys.get(hash) ?? { id: account ?? `key_${hash.slice(0, 24)}`, label }
      keys.set(hash, key)
      return key
    },
  }
}

function createNonces(now: () => number): SignInNonces {
  const expiries = new Map<string, number>()
  return {
    use: async (wallet, nonce) => {
      // Oldest first, as all live equally long.
      for (const [name, expiry] of expiries) {
        if (expiry >= now()) break
        expiries.delete(name)
      }
      const name = JSON.stringify([wallet, nonce])
      if (expiries.has(name)) return false
      expiries.set(name, now() + NONCE_LIFETIME_MS)
      return true
    },
  }
}

function createPayments(grant: MemoryLedger['grant']): PaymentStore {
  const rows = new Map<string, PaymentRow>()
  const claims = new Set<string>()
  const isOpen = (row: PaymentRow | undefined): row is PaymentRow =>
    row?.state === 'received' || row?.state === 'submitted'
  /** What is final stays final. */
  const update = (key: string, change: Partial<PaymentRow>): boolean => {
    const row = rows.get(key)
    if (!isOpen(row)) return false
    rows.set(key, { ...row, ...change })
    return true
  }
  return {
    find: async (key) => rows.get(key),
    open: async () => [...rows.values()].filter(isOpen),
    hasOpen: async (payer) => [...rows.values()].some((row) => isOpen(row) && row.payer === payer),
    receive: async (payment) => {
      const key = paymentKey(payment)
      // Field by field: what was signed is not stored.
      const { network, asset, payer, payTo, amount, nonce, expiry, identifier } = payment
      const isTaken = [...rows.values()].some(
        (row) => row.identifier === identifier && row.payer === payer,
      )
      if (identifier !== undefined && isTaken && !rows.has(key)) return undefined
      const row: PaymentRow = rows.get(key) ?? {
        network,
        asset,
        payer,
        payTo,
        amount,
        nonce,
        expiry,
        ...(identifier !== undefined && { identifier }),
        key,
        id: paymentId(key),
        state: 'received',
        transaction: undefined,
        reason: undefined,
        newBalance: undefined,
      }
      rows.set(key, row)
      return row
    },
    submit: async (key, transaction) => {
      if (!update(key, { state: 'submitted', ...(transaction && { transaction }) }))
        throw new Error('A payment that is not open may not be sent')
    },
    credit: async ({ key, id, payer, amount }, transaction) => {
      if (!isOpen(rows.get(key))) return
      const owner = walletOwner(payer)
      const reference = `top-up:${id}`
      const { microUsd } = grant({ reference, owner, microUsd: amount, microDiem: 0 })
      update(key, { state: 'credited', transaction, reason: undefined, newBalance: microUsd })
    },
    fail: async (key, reason) => {
      update(key, { state: 'failed', reason })
    },
    drop: async (key) => {
      if (rows.get(key)?.state === 'received') rows.delete(key)
    },
    claim: async (key) => {
      if (claims.has(key)) return undefined
      claims.add(key)
      return async () => void claims.delete(key)
    },
  }
}
