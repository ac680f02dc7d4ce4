import type { QueryClient } from '@tanstack/query-core'

import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'

/** A failure as the error of a query, which has to be thrown. */
export class QueryFailure extends Error {
  override name = 'QueryFailure'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Free and safe to repeat: only reads use this. The most attempts after the first. */
const MAX_RETRIES = 4
/** ms */
const MAX_WAIT = 120_000

/**
 * Whether a read that failed may be repeated by itself: the service was busy or out of reach, and
 * asks for no longer wait than a page should make in silence.
 */
export function mayRetryRead(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof QueryFailure)) return false
  const { failure } = error
  if (!isServiceError(failure)) return failure.kind === 'unreachable'
  return (
    (failure.kind === 'rate_limited' || failure.kind === 'at_capacity' || failure.status === 500) &&
    leastWait(error) + spread(failures) <= MAX_WAIT
  )
}

/**
 * How long to wait before a read is repeated, in ms: never before the time the service gave, spread
 * out by full jitter on top of it, and never more than 120 s.
 */
export function readRetryDelay(failures: number, error: Error): number {
  const floor = Math.min(MAX_WAIT - spread(failures), leastWait(error))
  return floor + Math.random() * spread(failures)
}

/** ms until the time the service gave; 0 when it gave none, or when it has passed. */
function leastWait(error: Error): number {
  const retryAt =
    error instanceof QueryFailure && 'retryAtMs' in error.failure
      ? error.failure.retryAtMs
      : undefined
  return Math.max(0, (retryAt ?? 0) - Date.now())
}

/** ms over which repeats are spread. */
function spread(failures: number): number {
  return Math.min(8000, 500 * 2 ** failures)
}

/** Reads again what is on the screen and failed, or is about to: its request began before the cause was gone. */
export async function refetchFailed(queryClient: QueryClient): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching' })
    .flatMap(({ promise }) => promise ?? [])
  await Promise.allSettled(underWay)
  await queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  })
}
