import { QueryClient } from '@tanstack/query-core'

import type { Client } from '../client.ts'

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
