import type { QueryFunctionContext } from '@tanstack/query-core'

import type { JsonValue } from '../../../../contract/json.ts'
import { usdBalanceOf } from '../account/key-balance.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery } from './connection-query.ts'

/**
 * Query options for what the service says about the limits of a key (`GET /api_keys/rate_limits`):
 * JSON of any shape, see `rateLimitsResponseSchema`. Disabled without a key: a wallet would have to
 * sign for it. The balance that comes with it is recorded.
 */
export function rateLimitsOptions(client: Client, connection: Connection | undefined) {
  const options = connectionQuery(client, connection, {
    key: ['rate-limits'],
    path: '/api_keys/rate_limits',
    parse: (body): JsonValue => body as JsonValue,
    expected: 'JSON',
    staleTime: 60_000,
    retryOnMount: false,
  })
  return {
    ...options,
    queryFn: async (context: QueryFunctionContext) => {
      const limits = await options.queryFn(context)
      const balance = usdBalanceOf(limits)
      if (connection !== undefined && balance !== undefined)
        client.accounts.recordBalance(connection, balance)
      return limits
    },
    enabled: connection?.credential?.kind === 'api-key',
  }
}
