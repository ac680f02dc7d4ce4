import { queryOptions } from '@tanstack/react-query'

import type { JsonValue } from '../../../../contract/json.ts'
import type { Connection } from '../connection/connection.ts'
import { mayRetryRead, readRetryDelay } from './query-failure.ts'
import { readInBackground } from './read-in-background.ts'

/**
 * Query options for what the service says about the limits of a key (`GET /api_keys/rate_limits`):
 * JSON of any shape, see `rateLimitsResponseSchema`. Disabled without a key: a wallet would have to
 * sign for it.
 */
export function rateLimitsOptions(connection: Connection | undefined) {
  return queryOptions({
    queryKey: ['rate-limits', connection?.baseUrl, connection?.credential?.label] as const,
    queryFn: ({ signal }) => {
      if (connection === undefined) throw new Error('There is no connection to ask.')
      return readInBackground(
        connection,
        '/api_keys/rate_limits',
        { read: (body): JsonValue => body as JsonValue, expected: 'JSON' },
        signal,
      )
    },
    enabled: connection?.credential?.kind === 'api-key',
    staleTime: 60_000,
    retry: mayRetryRead,
    retryOnMount: false,
    retryDelay: readRetryDelay,
  })
}
