import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import Database from 'libsql'

import { numberMember, type RunSql, type SqlDatabase } from './sql-database.ts'
import { SQLITE_MIGRATIONS } from './sqlite-migrations.ts'

/** A transaction that waits for its turn; each settles what was promised for it. */
interface WaitingWork {
  /** Runs inside the open transaction; gives what to do once that is durable. */
  attempt: () => Promise<() => void>
  reject: (error: unknown) => void
}

/**
 * Opens the SQLite database of a data directory, or one in memory when there is no directory, with
 * every migration applied. Transactions that arrive together share one commit, and with it one sync
 * of the disk; each still succeeds or fails alone.
 */
export function openSqliteDatabase(directory: string | undefined): SqlDatabase {
  const database = openFile(directory)
  const statements = new Map<string, Database.Statement>()
  const run: RunSql = (query, values = []) => {
    let statement = statements.get(query)
    if (statement === undefined) {
      statement = database.prepare(query.replaceAll(/\$(\d+)/g, '?$1'))
      statements.set(query, statement)
    }
    if (statement.reader) return Promise.resolve(statement.all(...values))
    statement.run(...values)
    return Promise.resolve([])
  }

  const waiting: WaitingWork[] = []
  let working: Promise<void> | undefined
  let committing: Promise<void> | undefined

  const commit = async (batch: readonly WaitingWork[]): Promise<void> => {
    const settle: (() => void)[] = []
    try {
      database.exec('BEGIN IMMEDIATE')
      for (const { attempt, reject } of batch) {
        database.exec('SAVEPOINT work')
        try {
          settle.push(await attempt())
        } catch (error) {
          database.exec('ROLLBACK TO work')
          settle.push(() => reject(error))
        }
        database.exec('RELEASE work')
      }
      database.exec('COMMIT')
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      for (const { reject } of batch) reject(error)
      return
    }
    for (const one of settle) one()
  }
  const workThrough = async (): Promise<void> => {
    while (waiting.length > 0) {
      // What else arrives in this turn of the loop shares the commit.
      await nextTurn()
      committing = commit(waiting.splice(0))
      await committing
      committing = undefined
    }
    working = undefined
  }

  return {
    read: async (query, values) => {
      // What is not committed yet is not shown.
      while (committing !== undefined) await committing
      return run(query, values)
    },
    transaction: (work) =>
      new Promise((resolve, reject) => {
        const attempt = async () => {
          const value = await work(run)
          return () => resolve(value)
        }
        waiting.push({ attempt, reject })
        working ??= workThrough()
      }),
    // One process has the file to itself.
    claim: () => Promise.resolve(() => Promise.resolve()),
    isReachable: () => Promise.resolve(database.open),
    close: async () => {
      await working
      database.close()
    },
  }
}

function openFile(directory: string | undefined): Database.Database {
  const path = directory === undefined ? ':memory:' : join(directory, 'vendor.sqlite')
  const database = new Database(path)
  if (directory !== undefined) chmodSync(path, 0o600)
  // FULL: a commit is on the disk before the answer that depends on it leaves.
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  database.exec('PRAGMA foreign_keys = ON')
  database.exec('PRAGMA busy_timeout = 5000')
  migrate(database)
  return database
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
