import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction, StoreNames } from 'idb'

/** The stores of a transaction, in the order of their names. */
type Stores<Schema extends DBSchema, Names extends readonly StoreNames<Schema>[]> = {
  [At in keyof Names]: IDBPObjectStore<Schema, Names, Names[At], 'readwrite'>
}

/**
 * Writes to stores of a database in one transaction, see {@link allOrNothing}. `strict`: it resolves when that is
 * on the disk, as what is written before something that can't be undone must be.
 */
export async function write<
  Schema extends DBSchema,
  const Names extends readonly StoreNames<Schema>[],
  Result,
>(
  open: () => Promise<IDBPDatabase<Schema>>,
  names: Names,
  work: (
    stores: Stores<Schema, Names>,
    transaction: IDBPTransaction<Schema, Names, 'readwrite'>,
  ) => Promise<Result>,
  durability: IDBTransactionDurability = 'default',
): Promise<Result> {
  const db = await open()
  const transaction = db.transaction(names, 'readwrite', { durability })
  // One store for each name, which the type of an array can't say.
  const stores = names.map((name) => transaction.objectStore(name)) as Stores<Schema, Names>
  return allOrNothing(transaction, () => work(stores, transaction))
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
