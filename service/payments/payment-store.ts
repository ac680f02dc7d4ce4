import { createHash } from 'node:crypto'

import { numberMember, textMember, type OpenDatabase } from '../storage/database.ts'
import type { PaymentTrace } from './facilitator.ts'

/**
 * How far a payment has come. `received`: nothing was sent. `submitted`: it may be on the chain.
 * `credited` and `failed` are final.
 */
type PaymentState = 'received' | 'submitted' | 'credited' | 'failed'

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

/**
 * The one book of payments: what was received, how far it came, what was credited. Each call is durable
 * when it returns.
 */
export interface PaymentStore {
  find(key: string): PaymentRow | undefined
  /** Every payment that is neither credited nor failed. */
  open(): PaymentRow[]
  hasOpen(payer: string): boolean
  /** Notes a payment before anything is done with it; one that is known stays as it is. */
  receive(payment: PaymentTrace): PaymentRow
  submit(key: string, transaction: string | undefined): void
  /** To be called inside the transaction that credits. */
  credit(key: string, transaction: string, newBalance: number): void
  fail(key: string, reason: string): void
  /** Forgets a payment that was never sent anywhere. */
  drop(key: string): void
}

/** What makes a payment the same payment, however it was spelled or sent. */
export function paymentKey({ network, asset, payer, once }: PaymentTrace): string {
  return [network, asset.startsWith('0x') ? asset.toLowerCase() : asset, payer, once].join('|')
}

/** The book of payments in SQLite. It holds addresses, amounts and hashes, never a signature. */
export function createPaymentStore(
  database: OpenDatabase,
  now: () => number = Date.now,
): PaymentStore {
  const selectOne = database.prepare('SELECT * FROM payments WHERE key = ?')
  const selectOpen = database.prepare(
    `SELECT * FROM payments WHERE state IN ('received', 'submitted') ORDER BY created_at`,
  )
  const selectOpenOf = database.prepare(
    `SELECT 1 FROM payments WHERE state IN ('received', 'submitted') AND payer = ? LIMIT 1`,
  )
  const insert = database.prepare(
    `INSERT INTO payments (key, id, network, asset, payer, pay_to, amount, once, expiry, state, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?) ON CONFLICT (key) DO NOTHING`,
  )
  // What is final stays final.
  const update = database.prepare(
    `UPDATE payments SET state = ?, tx = COALESCE(?, tx), reason = ?, new_balance = ?, updated_at = ?
     WHERE key = ? AND state IN ('received', 'submitted')`,
  )
  const remove = database.prepare(`DELETE FROM payments WHERE key = ? AND state = 'received'`)

  const find = (key: string) => rowOf(selectOne.get(key))
  return {
    find,
    open: () => selectOpen.all().flatMap((row) => rowOf(row) ?? []),
    hasOpen: (payer) => selectOpenOf.get(payer) !== undefined,
    receive: (payment) => {
      const key = paymentKey(payment)
      const { network, asset, payer, payTo, amount, once, expiry } = payment
      const id = `x402-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
      insert.run(key, id, network, asset, payer, payTo, amount, once, expiry, now(), now())
      const row = find(key)
      if (row === undefined) throw new Error('A payment that was just noted must be found')
      return row
    },
    submit: (key, transaction) => {
      update.run('submitted', transaction ?? null, null, null, now(), key)
    },
    credit: (key, transaction, newBalance) => {
      update.run('credited', transaction, null, newBalance, now(), key)
    },
    fail: (key, reason) => {
      update.run('failed', null, reason, null, now(), key)
    },
    drop: (key) => {
      remove.run(key)
    },
  }
}

const STATES: readonly PaymentState[] = ['received', 'submitted', 'credited', 'failed']

function rowOf(row: unknown): PaymentRow | undefined {
  const text = (name: string) => textMember(row, name) ?? ''
  const state = STATES.find((known) => known === text('state'))
  if (state === undefined) return undefined
  return {
    key: text('key'),
    id: text('id'),
    network: text('network'),
    asset: text('asset'),
    payer: text('payer'),
    payTo: text('pay_to'),
    amount: numberMember(row, 'amount') ?? 0,
    once: text('once'),
    expiry: text('expiry'),
    state,
    transaction: textMember(row, 'tx'),
    reason: textMember(row, 'reason'),
    newBalance: numberMember(row, 'new_balance'),
  }
}
