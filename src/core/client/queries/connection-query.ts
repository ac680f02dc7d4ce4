import {
  type DataTag,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/query-core'

import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import { json } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

interface ConnectionQuery<T> {
  /** What the query is of, besides the connection: `['models', { type: 'text' }]`. */
  key: readonly unknown[]
  /** Below the base URL. */
  path: string
  /** Returns undefined for what is not `expected`. */
  parse: (body: unknown) => T | undefined
  expected: string
  /** How long a response counts as fresh, ms. */
  staleTime: number
  /** False for what an API may well not have: it is not asked again, since failures count against the key. */
  retryOnMount?: boolean
}

/**
 * Query options for something that a connection's API is asked by itself (`GET`). Cached by connection,
 * base URL and credential, since two keys of one origin may see different things; disabled while there is no
 * connection.
 * @example useQuery(connectionQuery(client, connection, { key: ['models'], path: '/models', parse, expected: 'a list of models' }))
 */
export function connectionQuery<T>(
  client: Client,
  connection: Connection | undefined,
  { key, path, parse, expected, staleTime, retryOnMount = true }: ConnectionQuery<T>,
) {
  return {
    // The type of the data travels with the key, as the query library has it.
    queryKey: [
      ...key,
      connection?.id,
      connection?.baseUrl,
      connection?.credential?.label,
    ] as QueryKey as DataTag<QueryKey, T, Error>,
    queryFn: ({ signal }: QueryFunctionContext): Promise<T> => {
      if (connection === undefined) throw new Error('No API is connected.')
      return fetchJson(client, connection, path, { parse, expected }, signal)
    },
    enabled: connection !== undefined,
    staleTime,
    retry: mayRetryRead,
    retryOnMount,
    retryDelay: readRetryDelay,
  }
}

/** Reads JSON (`GET`). `parse` is undefined for what is not `expected`. Throws a {@link QueryFailure}, or the abort. */
export async function fetchJson<T>(
  client: Client,
  connection: Connection,
  path: string,
  { parse, expected }: { parse: (body: unknown) => T | undefined; expected: string },
  signal: AbortSignal,
): Promise<T> {
  const result = await request(
    client,
    connection,
    { method: 'GET', path },
    { signal, purpose: 'background', read: json(parse, expected) },
  )
  if (result.ok) return result.value
  signal.throwIfAborted()
  throw new QueryFailure(result.failure)
}

const caches = new WeakMap<Client, QueryClient>()

/**
 * The cache of everything a client asked its APIs. Queries name it themselves (`useQuery(options,
 * queryClient)`), so that the first screen loads without it.
 */
export function queryClientOf(client: Client): QueryClient {
  const cache =
    caches.get(client) ??
    new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })
  caches.set(client, cache)
  return cache
}

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
