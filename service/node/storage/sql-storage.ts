import { createHash } from 'node:crypto'

import type { Storage } from '../../app/adapters.ts'
import type { ApiKey, ApiKeyStore } from '../../app/auth/api-keys.ts'
import { NONCE_LIFETIME_MS, type SignInNonces } from '../../app/auth/discovery.ts'
import {
  paymentId,
  paymentKey,
  type PaymentRow,
  type PaymentState,
  type PaymentStore,
  walletOwner,
} from '../../app/money/payments/payment-store.ts'
import { numberMember, type RunSql, type SqlDatabase, textMember } from './sql-database.ts'
import { createLedger, recordGrant } from './sql-ledger.ts'

/** Storage in a database, which the caller closes. */
export function createSqlStorage(database: SqlDatabase): Storage {
  return {
    ledger: createLedger(database),
    keys: createApiKeyStore(database),
    nonces: createSignInNonces(database),
    payments: createPaymentStore(database),
    isReachable: () => database.isReachable(),
  }
}

/** Used nonces in the database, so that no restart and no other process forgets one. */
export function createSignInNonces(
  database: SqlDatabase,
  now: () => number = Date.now,
): SignInNonces {
  return {
    use: (wallet, nonce) =>
      database.transaction(async (run) => {
        // Strictly before: at its very end a sign-in dated ahead is still accepted.
        await run('DELETE FROM sign_in_nonces WHERE expires_at < $1', [now()])
        const added = await run(
          `INSERT INTO sign_in_nonces (wallet, nonce, expires_at) VALUES ($1, $2, $3)
           ON CONFLICT (wallet, nonce) DO NOTHING RETURNING nonce`,
          [wallet, nonce, now() + NONCE_LIFETIME_MS],
        )
        return added.length === 1
      }),
  }
}

const INSERT = `
  INSERT INTO payments
    (key, id, network, asset, payer, pay_to, amount, once, expiry, state, created_at, updated_at,
     identifier)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'received', $10, $10, $11) ON CONFLICT DO NOTHING`

// What is final stays final.
const UPDATE = `
  UPDATE payments
  SET state = $1, tx = COALESCE($2, tx), reason = $3, new_balance = $4, updated_at = $5
  WHERE key = $6 AND state IN ('received', 'submitted') RETURNING key`

/** The book of payments in the database. It holds addresses, amounts and hashes, never a signature. */
export function createPaymentStore(
  database: SqlDatabase,
  now: () => number = Date.now,
): PaymentStore {
  const find = (key: string) => findRow(database.read, key)
  const update = async (run: RunSql, values: readonly (string | number | null)[], key: string) =>
    (await run(UPDATE, [...values, now(), key])).length > 0
  return {
    find,
    open: async () => {
      const rows = await database.read(
        `SELECT * FROM payments WHERE state IN ('received', 'submitted') ORDER BY created_at`,
      )
      return rows.flatMap((row) => rowOf(row) ?? [])
    },
    hasOpen: async (payer) => {
      const rows = await database.read(
        `SELECT key FROM payments WHERE state IN ('received', 'submitted') AND payer = $1 LIMIT 1`,
        [payer],
      )
      return rows.length > 0
    },
    receive: (payment) =>
      database.transaction(async (run) => {
        const key = paymentKey(payment)
        const { network, asset, payer, payTo, amount, nonce, expiry, identifier } = payment
        const what = [key, paymentId(key), network, asset, payer, payTo, amount, nonce, expiry]
        await run(INSERT, [...what, now(), identifier ?? null])
        // It is known, it was noted just now, or another payment has its identifier.
        return findRow(run, key)
      }),
    submit: async (key, transaction) => {
      const values = ['submitted', transaction ?? null, null, null]
      const isOpen = await database.transaction((run) => update(run, values, key))
      if (!isOpen) throw new Error('A payment that is not open may not be sent')
    },
    credit: ({ key, id, payer, amount }, transaction) =>
      database.transaction(async (run) => {
        const owner = walletOwner(payer)
        const grant = { reference: `top-up:${id}`, owner, microUsd: amount, microDiem: 0 }
        const { microUsd } = await recordGrant(run, grant, now())
        await update(run, ['credited', transaction, null, microUsd], key)
      }),
    fail: async (key, reason) => {
      await database.transaction((run) => update(run, ['failed', null, reason, null], key))
    },
    drop: async (key) => {
      await database.transaction((run) =>
        run(`DELETE FROM payments WHERE key = $1 AND state = 'received'`, [key]),
      )
    },
    claim: (key) => database.claim(`payment ${key}`),
  }
}

async function findRow(run: RunSql, key: string): Promise<PaymentRow | undefined> {
  return rowOf((await run('SELECT * FROM payments WHERE key = $1', [key]))[0])
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
    nonce: text('once'),
    expiry: text('expiry'),
    state,
    transaction: textMember(row, 'tx'),
    reason: textMember(row, 'reason'),
    newBalance: numberMember(row, 'new_balance'),
  }
}

/** The key store in the database. Lookup is by hash, so its time says nothing about a key. */
export function createApiKeyStore(
  database: SqlDatabase,
  now: () => number = Date.now,
): ApiKeyStore {
  // Each lookup of a known key would otherwise be a query on the hot path.
  const known = new Map<string, ApiKey>()

  const find = async (secret: string): Promise<ApiKey | undefined> => {
    const hash = createHash('sha256').update(secret).digest('hex')
    const cached = known.get(hash)
    if (cached) return cached
    const [row] = await database.read(
      'SELECT COALESCE(account, id) AS id, label FROM api_keys WHERE hash = $1',
      [hash],
    )
    const id = textMember(row, 'id')
    if (id === undefined) return undefined
    const key = { id, label: textMember(row, 'label') ?? '' }
    known.set(hash, key)
    return key
  }

  return {
    find,
    add: async (secret, label, account) => {
      const hash = createHash('sha256').update(secret).digest('hex')
      await database.transaction((run) =>
        run(
          `INSERT INTO api_keys (id, hash, label, created_at, account) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT DO NOTHING`,
          [`key_${hash.slice(0, 24)}`, hash, label, now(), account ?? null],
        ),
      )
      const key = await find(secret)
      if (key === undefined) throw new Error('A key that was just added must be found')
      return key
    },
  }
}
