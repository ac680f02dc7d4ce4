import { setImmediate as nextTurn } from 'node:timers/promises'

import type Database from 'libsql'

import { errorCode, StorageUnavailable } from '../../app/errors.ts'
import { numberMember, type RunSql, type SqlDatabase } from './sql-database.ts'
import { openSqliteFile } from './sqlite-file.ts'

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
 * @throws DataDirectoryError with one line that says what is wrong with the file
 */
export function openSqliteDatabase(directory: string | undefined): SqlDatabase {
  const { database, mark } = openSqliteFile(directory)
  const statements = new Map<string, Database.Statement>()
  const run: RunSql = (query, values = []) => {
    requireOpen(database)
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
  let canWrite = true

  const recordMark = async (): Promise<void> => {
    const [row] = await run('SELECT MAX(id) AS id FROM entries')
    mark?.record(numberMember(row, 'id') ?? 0)
  }
  const commit = async (batch: readonly WaitingWork[]): Promise<void> => {
    const settle: (() => void)[] = []
    try {
      requireOpen(database)
      database.exec('BEGIN IMMEDIATE')
      for (const { attempt, reject } of batch) {
        database.exec('SAVEPOINT work')
        try {
          settle.push(await attempt())
        } catch (error) {
          // A full disk is nobody's in particular, and may have ended the transaction already.
          if (isOfDisk(error)) throw error
          database.exec('ROLLBACK TO work')
          settle.push(() => reject(error))
        }
        database.exec('RELEASE work')
      }
      database.exec('COMMIT')
      canWrite = true
    } catch (error) {
      canWrite = false
      if (database.open && database.inTransaction) database.exec('ROLLBACK')
      for (const { reject } of batch) reject(asUnavailable(error))
      return
    }
    // The mark may stay behind: what was committed is kept without it.
    if (mark) await recordMark().catch(() => undefined)
    for (const one of settle) one()
  }
  const workThrough = async (): Promise<void> => {
    while (waiting.length > 0) {
      // What else arrives in this turn of the loop shares the commit.
      await nextTurn()
      const batch = waiting.splice(0)
      // Not in this very call: reads within the work must see that a commit is under way.
      committing = Promise.resolve().then(() => commit(batch))
      await committing
      committing = undefined
    }
    working = undefined
  }

  const transaction: SqlDatabase['transaction'] = (work) =>
    new Promise((resolve, reject) => {
      const attempt = async () => {
        let isOver = false
        const own: RunSql = (query, values) =>
          isOver ? Promise.reject(new Error(OUTSIDE)) : run(query, values)
        try {
          const value = await Promise.race([work(own), overdue()])
          return () => resolve(value)
        } finally {
          isOver = true
        }
      }
      waiting.push({ attempt, reject })
      working ??= workThrough()
    })

  return {
    read: async (query, values) => {
      // What is not committed yet is not shown.
      while (committing !== undefined) await committing
      try {
        return await run(query, values)
      } catch (error) {
        throw asUnavailable(error)
      }
    },
    transaction,
    // One process has the file to itself.
    claim: () => Promise.resolve(() => Promise.resolve()),
    isReachable: async () => {
      if (canWrite) return database.open
      // Whether it can grow again is known by letting it grow.
      try {
        await transaction(async (write) => {
          await write('CREATE TABLE IF NOT EXISTS write_probe (data BLOB)')
          await write('INSERT INTO write_probe VALUES (zeroblob(16384))')
        })
        await transaction((write) => write('DROP TABLE IF EXISTS write_probe'))
        return true
      } catch {
        return false
      }
    },
    close: async () => {
      await working
      if (!database.open) return
      try {
        // Statements keep the connection, and so the write-ahead file, until they are collected.
        if (mark) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // On a full disk it stays beside the file, as durable as before.
        if (!isOfDisk(error)) throw error
      }
      mark?.close()
      database.close()
    },
  }
}

const OUTSIDE =
  'A transaction waits for nothing but its own statements: use the function it is given, not `read`.'

/**
 * Statements end before the next turn of the loop. Work that has not ended by then waits for something
 * else, which may be the very transaction it is in.
 */
async function overdue(): Promise<never> {
  await nextTurn()
  throw new Error(OUTSIDE)
}

/** The client ends the process when a database is used that was closed. */
function requireOpen(database: Database.Database): void {
  if (!database.open) throw new StorageUnavailable('database', 'It was closed.')
}

/** What the disk or another program is the cause of, and no statement. */
const DISK_CODES = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|BUSY|LOCKED)/

function isOfDisk(error: unknown): boolean {
  return DISK_CODES.test(errorCode(error))
}

function asUnavailable(error: unknown): unknown {
  return isOfDisk(error) ? new StorageUnavailable('database', error) : error
}
