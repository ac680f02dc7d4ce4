import { existsSync } from 'node:fs'
import { join } from 'node:path'

import Database from 'libsql'

import { errorMessage } from '../../app/errors.ts'
import { ChainUnavailableError } from '../../app/money/chains/chains.ts'
import { makePrivateFile } from '../data-directory.ts'

/** A kept chain cannot be read or written; the message is one readable line. */
export class JournalError extends ChainUnavailableError {}

/** What happened on a chain, in order: enough to do it again. */
export interface Journal {
  /** The entries so far, oldest first. */
  entries(): string[]
  /** Keeps an entry; it is on the disk when this returns. */
  append(entry: string): void
  close(): void
}

/** The file of a chain's journal; absent when nothing is kept. */
export function journalPath(directory: string | undefined, chain: string): string | undefined {
  return directory === undefined ? undefined : join(directory, `chain-${chain}.sqlite`)
}

/**
 * Opens a journal, or one in memory when there is no path. One process at a time may hold it: two
 * would answer with two different chains.
 * @throws JournalError when the file is held by another process or is no journal
 */
export function openJournal(path: string | undefined): Journal {
  try {
    if (path !== undefined) {
      // Whatever SQLite makes beside a file may be read by whoever may read the file.
      makePrivateFile(path)
      if (existsSync(`${path}-journal`)) makePrivateFile(`${path}-journal`)
    }
    return sqliteJournal(new Database(path ?? ':memory:'))
  } catch (error) {
    const text = errorMessage(error)
    const reason = /locked|busy/i.test(text)
      ? 'another service uses it. Stop that one, or choose another directory with --data DIR.'
      : `${text}. Delete it to begin a new test chain.`
    throw new JournalError(`Cannot use the chain log ${path ?? ''}: ${reason}`)
  }
}

function sqliteJournal(database: Database.Database): Journal {
  try {
    // Taken at the first write and kept until `close`. Not WAL, which could not let go of it.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = TRUNCATE')
    // FULL: a commit is on the disk before the answer that depends on it leaves.
    database.exec('PRAGMA synchronous = FULL')
    database.exec('BEGIN EXCLUSIVE')
    database.exec(
      'CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT',
    )
    database.exec('COMMIT')
  } catch (error) {
    database.close()
    throw error
  }
  const insert = database.prepare('INSERT INTO journal (entry) VALUES (?)')
  return {
    entries: () =>
      database
        .prepare('SELECT entry FROM journal ORDER BY id')
        .all()
        .map((row) => entryOf(row)),
    append: (entry) => {
      insert.run(entry)
    },
    close: () => {
      // Prepared statements keep the connection, and so the lock, until they are collected.
      database.exec('PRAGMA locking_mode = NORMAL')
      database.prepare('SELECT COUNT(*) FROM journal').get()
      database.close()
    },
  }
}

function entryOf(row: unknown): string {
  const entry: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'entry') : row
  if (typeof entry !== 'string') throw new JournalError('The chain log contains an empty entry.')
  return entry
}

/** Runs jobs in the order they come, each after the one before has ended, however it ended. */
export function oneAtATime(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const next = last.then(job, job)
    last = next.catch(() => undefined)
    return next
  }
}
