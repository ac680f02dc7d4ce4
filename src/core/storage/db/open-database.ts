import type {
  DBSchema,
  IDBPDatabase,
  IDBPObjectStore,
  IDBPTransaction,
  OpenDBCallbacks,
  StoreNames,
} from 'idb'

import { allOrNothing } from './all-or-nothing.ts'

type Upgrade<Schema extends DBSchema> = NonNullable<OpenDBCallbacks<Schema>['upgrade']>

/** What is known of a record that may have more, such as what a newer page wrote. */
export type Known<Loose> = { [Key in keyof Loose as string extends Key ? never : Key]: Loose[Key] }

/** The stores of a transaction, in the order of their names. */
type Stores<Schema extends DBSchema, Names extends readonly StoreNames<Schema>[]> = {
  [At in keyof Names]: IDBPObjectStore<Schema, Names, Names[At], 'readwrite'>
}

/** Runs work on stores in one transaction, all or nothing, see {@link allOrNothing}. */
type Write<Schema extends DBSchema> = <const Names extends readonly StoreNames<Schema>[], Result>(
  names: Names,
  work: (
    stores: Stores<Schema, Names>,
    transaction: IDBPTransaction<Schema, Names, 'readwrite'>,
  ) => Promise<Result>,
) => Promise<Result>

/** A database that is opened with its first use. Each use rejects where storage is refused. */
export interface Database<Schema extends DBSchema> {
  (): Promise<IDBPDatabase<Schema>>
  write: Write<Schema>
  /** As `write`, until it is on the disk: what is written before something that can't be undone must be. */
  writeToDisk: Write<Schema>
}

/**
 * Names a database. The first use opens it, each later one has the same connection. It is closed when another tab
 * wants to upgrade or delete the database, and the next use opens it anew; so does the next use after a failure.
 */
export function databaseOpener<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<Schema>,
): Database<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  const reset = () => {
    opening = undefined
  }
  const connect = async () => {
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
  const open = () => {
    opening ??= connect().catch((error: unknown) => {
      reset()
      throw error
    })
    return opening
  }
  const writer =
    (durability: IDBTransactionDurability): Write<Schema> =>
    async (names, work) => {
      const transaction = (await open()).transaction(names, 'readwrite', { durability })
      // One store for each name, which the type of an array can't say.
      const stores = names.map((store) => transaction.objectStore(store)) as Stores<
        Schema,
        typeof names
      >
      return allOrNothing(transaction, () => work(stores, transaction))
    }
  return Object.assign(open, { write: writer('default'), writeToDisk: writer('strict') })
}
