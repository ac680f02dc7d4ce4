import { headerValue } from '../../contract/headers/header-list.ts'
import { microUsdFrom } from '../../contract/money.ts'
import { wireHeaderName } from '../../contract/provider-name.ts'
import type { Exchange } from '../core/client/exchanges/exchange.ts'

/** Balances as the headers of an answer tell them, as sent (decimal text). */
export interface Balances {
  /** An API key's, before the request. */
  beforeUsd?: string
  beforeDiem?: string
  /** A wallet's, after the request. */
  afterUsd?: string
}

/**
 * Reads the balance headers of an answer (contract, "Authentication" 4 and 5); where they are masked,
 * as in a saved file, the receipt tells.
 */
export function balancesOf({
  headers,
  providerName,
  receipt,
}: Pick<Exchange, 'headers' | 'providerName' | 'receipt'>): Balances {
  const value = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const beforeUsd = receipt.balanceBeforeUsd ?? value('x-vendor-balance-usd')
  const beforeDiem = value('x-vendor-balance-diem')
  const afterUsd = receipt.balanceAfterUsd ?? value('x-balance-remaining')
  return {
    ...(beforeUsd === undefined ? {} : { beforeUsd }),
    ...(beforeDiem === undefined ? {} : { beforeDiem }),
    ...(afterUsd === undefined ? {} : { afterUsd }),
  }
}

/**
 * What the USD balance went down by during an exchange, in micro-USD. A key's answers tell the
 * balance before each request, a wallet's the balance after it, so the neighbouring exchange with
 * the same API is needed. Undefined when there is none or when another one ran at the same time.
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
  const [before, after] =
    beforeUsd === undefined
      ? [previous && balancesOf(previous).afterUsd, afterUsd]
      : [beforeUsd, next && balancesOf(next).beforeUsd]
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
