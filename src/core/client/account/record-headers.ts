import { headerValue } from '../../../../contract/headers/header-list.ts'
import { balancesOf, readRateLimit } from '../../../../contract/headers/response-facts.ts'
import { given, isJsonObject } from '../../../../contract/json.ts'
import { chargeFrom, chargeOf, microUsdFrom } from '../../../../contract/money.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import type { Exchange } from '../exchanges/exchange.ts'

/**
 * Records the balance and limit headers of a response (contract, "Authentication" 4 and 5), as they arrive.
 * What a wallet is told with a stream or a refusal may have a reservation taken off, which is no charge; and a
 * response to an earlier request may come after a later one.
 */
export function recordHeaders(
  { accounts, world }: Client,
  connection: Connection,
  { headers, status = 0, startedAt }: Exchange,
): void {
  const rateLimit = readRateLimit(headers, world.clock.now())
  if (rateLimit.requests || rateLimit.tokens) accounts.update(connection, () => ({ rateLimit }))
  const { beforeUsd, afterUsd, beforeDiem } = balancesOf(headers, connection.providerName)
  const microDiem = microUsdFrom(beforeDiem)
  if (microDiem !== undefined) accounts.update(connection, () => ({ microDiem }))
  const reported = microUsdFrom(afterUsd ?? beforeUsd)
  const { balanceMicroUsd, balanceAt = 0, reservedMicroUsd } = accounts.of(connection)
  if (reported === undefined) return
  const less = (balanceMicroUsd ?? reported) - reported
  const isOutdated = less < 0 && startedAt < balanceAt
  const isReservation =
    less > 0 &&
    connection.credential?.kind === 'wallet' &&
    (status >= 400 || (afterUsd === undefined && less <= reservedMicroUsd))
  if (!isOutdated && !isReservation) accounts.recordBalance(connection, reported)
}

/** Counts what a closed exchange cost, and takes it off the balance, unless that came after the charge. */
export function recordCharge(
  { accounts, world }: Client,
  connection: Connection,
  { headers, receipt, startedAt, request }: Exchange,
  conversationId?: string,
): void {
  const charge = chargeOf(receipt)
  if (charge === undefined) return
  const { body, path } = request
  const requested = isJsonObject(body) ? body['model'] : undefined
  const used = headerValue(headers, wireHeaderName('x-vendor-model-id', connection.providerName))
  if (charge > 0)
    world.countCharge?.({
      at: startedAt,
      connection: { id: connection.id, name: connection.name },
      model: used ?? (typeof requested === 'string' ? requested : path),
      ...given({ conversationId }),
      microUsd: charge,
      ...(receipt.estimatedMicroUsd !== undefined && { isEstimated: true }),
    })
  const usd = chargeFrom(receipt.cost?.usd) ?? 0
  if (balancesOf(headers, connection.providerName).afterUsd !== undefined) return
  accounts.update(connection, ({ balanceMicroUsd }) =>
    balanceMicroUsd === undefined
      ? {}
      : { balanceMicroUsd: Math.max(0, balanceMicroUsd - usd), balanceAt: world.clock.now() },
  )
}
