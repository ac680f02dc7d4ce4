import { headerValue } from '../../../contract/headers/header-list.ts'
import { wireHeaderName } from '../../../contract/provider-name.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'

/** `x-vendor-version` of an answer (contract, "Versioning"); undefined where it is not visible. */
export function serviceVersion({
  headers,
  providerName,
}: Pick<Exchange, 'headers' | 'providerName'>): string | undefined {
  return headerValue(headers, wireHeaderName('x-vendor-version', providerName))
}

/** A change of the service between two runs. */
export interface VersionChange {
  before: string
  after: string
}

/** The versions of two runs where both are known and differ. */
export function versionChange(before: Exchange, after: Exchange): VersionChange | undefined {
  const [from, to] = [serviceVersion(before), serviceVersion(after)]
  return from === undefined || to === undefined || from === to
    ? undefined
    : { before: from, after: to }
}

/**
 * Whether the service changed between an exchange and the one before it with the same API, as far as
 * both tell their version.
 * @param exchanges oldest first
 */
export function changeSinceBefore(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): VersionChange | undefined {
  const { origin } = new URL(exchange.request.url)
  const earlier = exchanges.findLast(
    (other) =>
      other.id !== exchange.id &&
      other.startedAt <= exchange.startedAt &&
      new URL(other.request.url).origin === origin &&
      serviceVersion(other) !== undefined,
  )
  return earlier && versionChange(earlier, exchange)
}
