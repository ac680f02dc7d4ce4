import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import Database from 'libsql'

import { errorCode, errorMessage } from '../../app/errors.ts'
import {
  DataDirectoryError,
  type LedgerMark,
  ledgerMarkPath,
  makePrivateFile,
  openLedgerMark,
} from '../data-directory.ts'
import { numberMember, textMember } from './sql-database.ts'

/**
 * Opens the database of a data directory, or one in memory, with every migration applied, and the mark
 * of its ledger. Whether the file is sound is asked first and without writing: one that is refused
 * stays as it is.
 * @throws DataDirectoryError with one line that says what is wrong with it
 */
export function openSqliteFile(directory: string | undefined): {
  database: Database.Database
  mark: LedgerMark | undefined
} {
  if (directory === undefined) return { database: prepared(':memory:'), mark: undefined }
  const path = join(directory, 'vendor.sqlite')
  let mark: LedgerMark | undefined
  try {
    const entries = existsSync(path) ? soundEntries(path) : 0
    mark = openLedgerMark(directory)
    if (entries < mark.entries)
      throw new DataDirectoryError(
        `its ledger has ${entries} entries and had ${mark.entries}. Put back ${path} and ${path}-wal as they were; to go on with what is there, delete ${ledgerMarkPath(directory)}`,
      )
    mark.record(entries)
    makePrivateFile(path)
    return { database: prepared(path), mark }
  } catch (error) {
    mark?.close()
    throw new DataDirectoryError(`Cannot use the database ${path}: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

function prepared(path: string): Database.Database {
  const database = new Database(path)
  try {
    database.exec('PRAGMA journal_mode = WAL')
    // FULL: a commit is on the disk before the answer that depends on it leaves.
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    database.exec('PRAGMA busy_timeout = 5000')
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrate(database: Database.Database): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT',
  )
  const apply = database.transaction(() => {
    const [row] = database.prepare('SELECT MAX(version) AS version FROM migrations').all()
    const done = numberMember(row, 'version') ?? 0
    for (const [index, step] of SQLITE_MIGRATIONS.entries()) {
      const version = index + 1
      if (version <= done) continue
      database.exec(step)
      database.prepare('INSERT INTO migrations VALUES (?, ?)').run(version, Date.now())
    }
  })
  apply.immediate()
}

/** How many entries the ledger has. @throws Error when the file is no sound database of this version or an older one */
function soundEntries(path: string): number {
  const database = new Database(`${pathToFileURL(path).href}?mode=ro`)
  try {
    const first = (query: string): unknown => database.prepare(query).all()[0]
    const verdict = textMember(first('PRAGMA quick_check(1)'), 'quick_check')
    if (verdict !== 'ok') throw new DataDirectoryError(DAMAGED)
    const hasTable = (name: string) =>
      first(`SELECT name FROM sqlite_master WHERE name = '${name}'`) !== undefined
    const version = hasTable('migrations')
      ? (numberMember(first('SELECT MAX(version) AS version FROM migrations'), 'version') ?? 0)
      : 0
    if (version > SQLITE_MIGRATIONS.length)
      throw new DataDirectoryError(
        `a newer version of this service wrote it (${version}; this one knows ${SQLITE_MIGRATIONS.length}). Use that version, or choose another directory with --data DIR`,
      )
    if (!hasTable('entries')) return 0
    return numberMember(first('SELECT MAX(id) AS id FROM entries'), 'id') ?? 0
  } finally {
    database.close()
  }
}

const DAMAGED =
  'it is damaged, or no database. Put back a backup, or move it away to begin a new ledger'

function reasonOf(error: unknown): string {
  if (error instanceof DataDirectoryError) return error.message
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(errorCode(error))) return DAMAGED
  return `it cannot be opened (${errorMessage(error)}). Move what is there away, or choose another directory with --data DIR`
}

/**
 * The history of the SQLite database, oldest first. A step that was released is never edited: the next change
 * is a new step. Amounts are integers of a millionth: micro-USD and micro-DIEM.
 */
const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge')),
    owner TEXT NOT NULL,
    model TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_owner ON entries (owner, id);
  CREATE TABLE postings (
    entry INTEGER NOT NULL REFERENCES entries (id),
    account TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (currency IN ('USD', 'DIEM')),
    amount INTEGER NOT NULL,
    PRIMARY KEY (entry, account, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE balances (
    account TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (account, currency)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE sign_in_nonces (
    wallet TEXT NOT NULL,
    nonce TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (wallet, nonce)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_nonces_by_expiry ON sign_in_nonces (expires_at);
  CREATE TABLE payments (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    network TEXT NOT NULL,
    asset TEXT NOT NULL,
    payer TEXT NOT NULL,
    pay_to TEXT NOT NULL,
    amount INTEGER NOT NULL,
    once TEXT NOT NULL,
    expiry TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'submitted', 'credited', 'failed')),
    tx TEXT,
    reason TEXT,
    new_balance INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX payments_by_state ON payments (state, payer);
  `,
  // Only what somebody holds has a balance kept beside the postings.
  `DELETE FROM balances WHERE account IN ('issuance', 'revenue');`,
  `
  ALTER TABLE payments ADD COLUMN identifier TEXT;
  CREATE UNIQUE INDEX payments_by_identifier ON payments (payer, identifier);
  `,
  // Of a key that a wallet made, the wallet's.
  `ALTER TABLE api_keys ADD COLUMN account TEXT;`,
]
