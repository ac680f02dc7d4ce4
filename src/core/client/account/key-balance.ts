import { rateLimitsResponseSchema } from '../../../../contract/limits/rate-limits-response.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { fetchJson } from '../queries/fetch-json.ts'

/**
 * The USD credit of the connection's key now, micro-USD (`GET /api_keys/rate_limits`): reading it is
 * free. Rejects when it cannot be had.
 */
export async function readKeyBalance(
  client: Client,
  connection: Connection,
  signal: AbortSignal,
): Promise<number> {
  const balance = await fetchJson(
    client,
    connection,
    '/api_keys/rate_limits',
    {
      expected: 'the balance of a key',
      parse: (body) => {
        const parsed = rateLimitsResponseSchema.safeParse(body)
        return microUsdFrom(parsed.data?.data.balances?.['USD'])
      },
    },
    signal,
  )
  client.accounts.recordBalance(connection, balance)
  return balance
}
