import { rateLimitsResponseSchema } from '../../../../contract/limits/rate-limits-response.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import type { Connection } from '../connection/connection.ts'
import { readInBackground } from '../queries/read-in-background.ts'
import { accountStore } from './account-store.ts'

/**
 * The USD credit of the connection's key now, micro-USD (`GET /api_keys/rate_limits`): reading it is
 * free. Rejects when it cannot be had.
 */
export async function readKeyBalance(connection: Connection, signal: AbortSignal): Promise<number> {
  const balance = await readInBackground(
    connection,
    '/api_keys/rate_limits',
    {
      expected: 'the balance of a key',
      read: (body) => {
        const parsed = rateLimitsResponseSchema.safeParse(body)
        return microUsdFrom(parsed.data?.data.balances?.['USD'])
      },
    },
    signal,
  )
  accountStore.setState({ balanceMicroUsd: balance, balanceAt: Date.now() })
  return balance
}
