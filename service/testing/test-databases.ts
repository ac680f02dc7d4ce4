import { afterAll, afterEach } from 'vitest'

import { openPostgresDatabase } from '../node/storage/postgres-database.ts'
import type { SqlDatabase } from '../node/storage/sql-database.ts'
import { openSqliteDatabase } from '../node/storage/sqlite-database.ts'
import { startPostgres } from './postgres-server.ts'

/** A place that keeps data while the databases on it are opened and closed. */
type Place = string | undefined

/** One kind of database, for tests that are run on each. */
export interface DatabaseKind {
  name: string
  /** Opens one, empty unless it is at a place used before; it is closed after the test. */
  open: (place?: Place) => Promise<SqlDatabase>
  /** A new place in which SQLite keeps a file and Postgres a database. */
  newPlace: () => Promise<string>
}

/** SQLite, and Postgres where the system has it. For the top of a test file. */
export async function databaseKinds(newFolder: () => string): Promise<DatabaseKind[]> {
  const opened: SqlDatabase[] = []
  const keep = (database: SqlDatabase) => {
    opened.push(database)
    return database
  }
  afterEach(async () => {
    await Promise.allSettled(opened.splice(0).map((database) => database.close()))
  })
  const sqlite: DatabaseKind = {
    name: 'SQLite',
    open: (place) => Promise.resolve(keep(openSqliteDatabase(place))),
    newPlace: () => Promise.resolve(newFolder()),
  }
  const postgres = await startPostgres()
  if (postgres === undefined) return [sqlite]
  afterAll(() => postgres.stop())
  return [
    sqlite,
    {
      name: 'Postgres',
      open: async (place) =>
        keep(await openPostgresDatabase(place ?? (await postgres.newDatabase()))),
      newPlace: () => postgres.newDatabase(),
    },
  ]
}
