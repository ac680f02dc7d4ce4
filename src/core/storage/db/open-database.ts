import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'

type Upgrade<Schema extends DBSchema> = NonNullable<OpenDBCallbacks<Schema>['upgrade']>

/**
 * Returns a function that opens a database on its first call and then returns the same connection.
 * A connection is closed when another tab wants to upgrade or delete the database, and the next call
 * opens it anew; so does the next call after a failure. Rejects where storage is refused.
 */
export function databaseOpener<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<Schema>,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  const reset = () => {
    opening = undefined
  }
  const open = async () => {
    const { openDB } = await import('idb')
    const db = await openDB<Schema>(name, version, {
      upgrade,
      blocking: () => {
        reset()
        db.close()
      },
      terminated: reset,
    })
    return db
  }
  return () => {
    opening ??= open().catch((error: unknown) => {
      reset()
      throw error
    })
    return opening
  }
}
