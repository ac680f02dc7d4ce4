import { chmodSync } from 'node:fs'
import { join } from 'node:path'

import Database from 'libsql'

import { MIGRATIONS } from './migrations.ts'

/** An open SQLite database with every migration applied. */
export type OpenDatabase = Database.Database

/** Opens the database of a data directory, or one in memory when there is no directory. */
export function openDatabase(directory: string | undefined): OpenDatabase {
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

function migrate(database: OpenDatabase): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT',
  )
  const apply = database.transaction(() => {
    const row = database.prepare('SELECT MAX(version) AS version FROM migrations').get()
    const done = numberMember(row, 'version') ?? 0
    for (const [index, step] of MIGRATIONS.entries()) {
      const version = index + 1
      if (version <= done) continue
      database.exec(step)
      database.prepare('INSERT INTO migrations VALUES (?, ?)').run(version, Date.now())
    }
  })
  apply.immediate()
}

/** A numeric column of a row that came back untyped; undefined when it is absent or null. */
export function numberMember(row: unknown, name: string): number | undefined {
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined
}

/** A text column of a row that came back untyped; undefined when it is absent or null. */
export function textMember(row: unknown, name: string): string | undefined {
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
  return typeof value === 'string' ? value : undefined
}
