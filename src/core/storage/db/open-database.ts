import type {
  DBSchema,
  IDBPDatabase,
  IDBPObjectStore,
  IDBPTransaction,
  OpenDBCallbacks,
  StoreNames,
} from 'idb'

import { localText } from './browser-storage.ts'

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
interface Database<Schema extends DBSchema> {
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

/** As much of a transaction as is needed to end it. */
export interface Transaction {
  readonly done: Promise<void>
  abort(): void
}

/**
 * Runs the work of a read-write transaction and waits until it is committed. When any of it fails,
 * for instance because the disk is full, nothing of it is stored and the first error is thrown.
 */
export async function allOrNothing<Result>(
  transaction: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const [result] = await Promise.all([work(), transaction.done])
    return result
  } catch (error) {
    // The transaction fails with the work, and then nobody else waits for it.
    transaction.done.catch(() => undefined)
    try {
      transaction.abort()
    } catch {
      // It has ended by itself.
    }
    throw error
  }
}

/** Starts writes at once and waits for all; one that throws at once fails as one that rejects. */
export async function inParallel(writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  await Promise.all(writes.map(async (write) => write()))
}

/**
 * Starts writes at once and commits them without waiting for their success: a page that is left now has
 * them stored sooner. One that throws at once keeps all of them from being committed.
 */
export async function commitInParallel(
  transaction: { commit(): void },
  writes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  let hasThrown = false
  const written = inParallel(
    writes.map((write) => () => {
      try {
        return write()
      } catch (error) {
        hasThrown = true
        throw error
      }
    }),
  )
  if (!hasThrown) transaction.commit()
  await written
}

/** Whether an error says that the disk is full. */
export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Why something could not be kept, as the end of a sentence. */
export function storageFault(error: unknown): string {
  if (isQuotaExceeded(error)) return 'the disk is full'
  return error instanceof Error ? error.message : 'unknown error'
}

/** How much this page keeps, in bytes, as far as the browser says. */
export interface StorageState {
  usedBytes?: number
  quotaBytes?: number
  /** Whether the browser may not clear it by itself. Undefined: it does not say. */
  persisted?: boolean
}

/** What the browser says about the room this page has. Never rejects. */
export async function readStorageState(): Promise<StorageState> {
  const storage: StorageManager | undefined = navigator.storage
  const estimate = await storage?.estimate?.().catch(() => undefined)
  const persisted = await storage?.persisted?.().catch(() => undefined)
  return {
    ...(estimate?.usage === undefined ? {} : { usedBytes: estimate.usage }),
    ...(estimate?.quota === undefined ? {} : { quotaBytes: estimate.quota }),
    ...(persisted === undefined ? {} : { persisted }),
  }
}

/** Asks the browser not to clear what is kept; gives its answer. */
export async function requestPersistence(): Promise<boolean> {
  const granted = await navigator.storage?.persist?.().catch(() => false)
  return granted ?? false
}

const ASKED = 'playground.persistence-asked'

/**
 * Asks once in a browser's life, when there is something to lose: some browsers show a question, and
 * a question at the first visit means nothing to anyone.
 */
export async function requestPersistenceOnce(): Promise<void> {
  if (localText.load(ASKED) !== undefined || !localText.save(ASKED, '1')) return
  if ((await readStorageState()).persisted !== true) await requestPersistence()
}
