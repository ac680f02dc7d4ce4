import { createHash } from 'node:crypto'

import postgres from 'postgres'

import { errorCode, StorageUnavailable } from '../../app/errors.ts'
import { numberMember, type RunSql, type SqlDatabase } from './sql-database.ts'

/** Connections of one process, beside the one that holds its claims. */
const MAX_CONNECTIONS = 10
const CONNECT_TIMEOUT_SECONDS = 5

/** How often a transaction is begun that Postgres undoes because of another one. */
const MAX_ATTEMPTS = 10
const DEADLOCK = '40P01'

/** The lock under which processes that start together take turns at the migrations. */
const MIGRATION_LOCK = 4310

type Unsafe = Pick<postgres.Sql, 'unsafe'>

/**
 * Opens the Postgres database at an address (`postgres://user:password@host/name`), with every
 * migration applied. Claims are session locks: they need a connection of their own, which no pooler
 * may share between sessions.
 * @throws StorageUnavailable, with one line to show, when it does not answer or refuses
 */
export async function openPostgresDatabase(url: string): Promise<SqlDatabase> {
  const options = {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    onnotice: () => undefined,
    // Amounts are safe integers; the ledger refuses others.
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  }
  const sql = postgres(url, { ...options, max: MAX_CONNECTIONS })
  const claims = postgres(url, { ...options, max: 1, idle_timeout: 0, max_lifetime: null })
  try {
    await migrate(sql)
  } catch (error) {
    await Promise.all([sql.end({ timeout: 0 }), claims.end({ timeout: 0 })])
    throw new StorageUnavailable('database of DATABASE_URL', error)
  }
  const lock = async (query: string, name: string): Promise<boolean> => {
    try {
      const [row] = await claims.unsafe(query, [lockNumber(name)])
      return numberMember(row, 'held') === 1
    } catch (error) {
      throw asUnavailable(error)
    }
  }
  return {
    read: (query, values) => runOn(sql)(query, values),
    transaction: async <T>(work: (run: RunSql) => Promise<T>): Promise<T> => {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await transact(sql, work)
        } catch (error) {
          // Of those that wait for each other Postgres undoes one, so that the others can go on.
          if (errorCode(error) !== DEADLOCK || attempt === MAX_ATTEMPTS) throw asUnavailable(error)
        }
    },
    claim: async (name) => {
      if (!(await lock('SELECT pg_try_advisory_lock($1::bigint)::int AS held', name)))
        return undefined
      return async () => {
        // A lost connection has given everything back already.
        await lock('SELECT pg_advisory_unlock($1::bigint)::int AS held', name).catch(
          () => undefined,
        )
      }
    },
    isReachable: async () => {
      const asked = sql.unsafe('SELECT 1').then(
        () => true,
        () => false,
      )
      return Promise.race([asked, elapsed(CONNECT_TIMEOUT_SECONDS * 1000)])
    },
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), claims.end({ timeout: 5 })])
    },
  }
}

async function transact<T>(sql: postgres.Sql, work: (run: RunSql) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await sql.begin(async (transaction) => {
    result = { value: await work(runOn(transaction)) }
  })
  if (result === undefined) throw new Error('A transaction that was committed has a result')
  return result.value
}

function runOn(sql: Unsafe): RunSql {
  return async (query, values = []) => {
    try {
      return await sql.unsafe(query, [...values], { prepare: true })
    } catch (error) {
      throw asUnavailable(error)
    }
  }
}

async function migrate(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await transaction.unsafe(
      'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)',
    )
    const [row] = await transaction.unsafe('SELECT MAX(version) AS version FROM migrations')
    const done = numberMember(row, 'version') ?? 0
    for (const [index, step] of POSTGRES_MIGRATIONS.entries()) {
      const version = index + 1
      if (version <= done) continue
      await transaction.unsafe(step)
      await transaction.unsafe('INSERT INTO migrations VALUES ($1, $2)', [version, Date.now()])
    }
  })
}

/** Locks have numbers: 63 bits of the name's hash. */
function lockNumber(name: string): string {
  return (createHash('sha256').update(name).digest().readBigUInt64BE() >> 1n).toString()
}

/** Codes of the client and of the system for a server that is not there. */
const CONNECTION_CODES =
  /^(?:CONNECT(?:ION|_TIMEOUT)|ECONN|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|57P0|08|53300)/

function asUnavailable(error: unknown): unknown {
  return CONNECTION_CODES.test(errorCode(error)) ? new StorageUnavailable('database', error) : error
}

async function elapsed(ms: number): Promise<false> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref())
  return false
}

/**
 * The history of the Postgres database, oldest first; the same tables as in SQLite. A step that was
 * released is never edited: the next change is a new step. Amounts are integers of a millionth.
 */
const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL
  );
  CREATE TABLE entries (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge')),
    owner TEXT NOT NULL,
    model TEXT,
    prompt_tokens BIGINT,
    completion_tokens BIGINT,
    created_at BIGINT NOT NULL
  );
  CREATE INDEX entries_by_owner ON entries (owner, id);
  CREATE TABLE postings (
    entry BIGINT NOT NULL REFERENCES entries (id),
    account TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'DIEM')),
    amount BIGINT NOT NULL,
    PRIMARY KEY (entry, account, currency)
  );
  CREATE TABLE balances (
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (account, currency)
  );
  CREATE TABLE sign_in_nonces (
    wallet TEXT NOT NULL,
    nonce TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (wallet, nonce)
  );
  CREATE INDEX sign_in_nonces_by_expiry ON sign_in_nonces (expires_at);
  CREATE TABLE payments (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    asset TEXT NOT NULL,
    payer TEXT NOT NULL,
    pay_to TEXT NOT NULL,
    amount BIGINT NOT NULL,
    once TEXT NOT NULL,
    expiry TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'submitted', 'credited', 'failed')),
    tx TEXT,
    reason TEXT,
    new_balance BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  );
  CREATE INDEX payments_by_state ON payments (state, payer);
  `,
  `
  ALTER TABLE payments ADD COLUMN identifier TEXT;
  CREATE UNIQUE INDEX payments_by_identifier ON payments (payer, identifier);
  `,
  // Of a key that a wallet made, the wallet's.
  `ALTER TABLE api_keys ADD COLUMN account TEXT;`,
]
