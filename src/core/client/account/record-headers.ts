import type { Cost } from '../../../../contract/chat/response.ts'
import { balanceAfter } from '../../../../contract/headers/balances.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { readRateLimit } from '../../../../contract/headers/rate-limit.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'

/**
 * Records the balance and limit headers of a response (contract, "Authentication" 4 and 5). A declared
 * cost is taken off a balance that is the one before the request.
 */
export function recordHeaders(
  { accounts, world }: Client,
  connection: Connection,
  headers: HeaderList,
  cost?: Cost,
): void {
  const now = world.clock.now()
  const rateLimit = readRateLimit(headers, now)
  const balance = balanceAfter(headers, connection.providerName, cost)
  if (rateLimit.requests || rateLimit.tokens) accounts.recordRateLimit(connection, rateLimit)
  if (balance !== undefined) accounts.recordBalance(connection, balance, now)
}
