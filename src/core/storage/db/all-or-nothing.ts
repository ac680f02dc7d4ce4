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
