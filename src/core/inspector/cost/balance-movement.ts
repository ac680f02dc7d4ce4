import {
  type Balances,
  balancesOf as headerBalances,
} from '../../../../contract/headers/response-facts.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'

/** The balances that a response told; where the headers are masked, as in a saved file, the receipt tells. */
export function balancesOf({
  headers,
  providerName,
  receipt,
}: Pick<Exchange, 'headers' | 'providerName' | 'receipt'>): Balances {
  const { balanceBeforeUsd: beforeUsd, balanceAfterUsd: afterUsd } = receipt
  return {
    ...headerBalances(headers, providerName),
    ...(beforeUsd === undefined ? {} : { beforeUsd }),
    ...(afterUsd === undefined ? {} : { afterUsd }),
  }
}

/**
 * What the USD balance went down by during an exchange, in micro-USD. A response tells the balance
 * either before or after its request, so the neighbouring exchange with the same API is needed. Undefined when there is none or when another one ran at the same time.
 * @param exchanges all exchanges of the page, oldest first
 */
export function balanceMovement(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): number | undefined {
  const origin = originOf(exchange)
  const peers = exchanges.filter((other) => originOf(other) === origin)
  if (peers.some((other) => other.id !== exchange.id && overlaps(other, exchange))) return undefined
  const at = peers.findIndex(({ id }) => id === exchange.id)
  const { beforeUsd, afterUsd } = balancesOf(exchange)
  const [previous, next] = [peers[at - 1], peers[at + 1]]
  const before = beforeUsd ?? (previous && balancesOf(previous).afterUsd)
  const after = afterUsd ?? (next && balancesOf(next).beforeUsd)
  const [from, to] = [microUsdFrom(before), microUsdFrom(after)]
  return from === undefined || to === undefined ? undefined : from - to
}

function originOf({ request }: Exchange): string {
  return new URL(request.url).origin
}

function overlaps(one: Exchange, other: Exchange): boolean {
  return one.startedAt < endOf(other) && other.startedAt < endOf(one)
}

function endOf({ startedAt, timing }: Exchange): number {
  return timing.end === undefined ? Infinity : startedAt + timing.end
}
