import {
  type DataTag,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/query-core'

import { json } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'
import { mayRetryRead, QueryFailure, readRetryDelay } from './query-failure.ts'

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

/**
 * Reads JSON from an API in the background (`GET`). `parse` returns undefined for what is not
 * `expected`. Throws a {@link QueryFailure}, or the signal's reason when it was aborted.
 */
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
