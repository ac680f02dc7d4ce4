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
    { expected: 'the balance of a key', parse: usdBalanceOf },
    signal,
  )
  client.accounts.recordBalance(connection, balance)
  return balance
}

/** The USD credit in an answer of `GET /api_keys/rate_limits`, micro-USD; undefined without one. */
export function usdBalanceOf(body: unknown): number | undefined {
  const { data } = rateLimitsResponseSchema.safeParse(body)
  return microUsdFrom(data?.data.balances?.['USD'])
}
