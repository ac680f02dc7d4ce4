import type { Exchange } from '../../client/exchanges/exchange.ts'

/** The page's clock and the browser's agree to about this much, ms. */
const TOLERANCE = 50

/**
 * When the connection of an exchange stood, ms since the request was sent, from the browser's own
 * timing. Undefined where it keeps none, or another origin does not allow it to tell.
 */
export function connectedAt(exchange: Exchange | undefined): number | undefined {
  if (exchange === undefined || typeof performance === 'undefined') return undefined
  const sentAt = exchange.startedAt - performance.timeOrigin
  const entry = performance
    .getEntriesByName(exchange.request.url, 'resource')
    .findLast((candidate) => Math.abs(candidate.startTime - sentAt) < TOLERANCE)
  if (!(entry instanceof PerformanceResourceTiming) || entry.requestStart === 0) return undefined
  return Math.max(0, entry.requestStart - entry.startTime)
}
