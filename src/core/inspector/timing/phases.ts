import type { Exchange } from '../../client/exchanges/exchange.ts'

/** A part of the time that an exchange took; both in ms since the request was sent. */
export interface TimingPhase {
  name: string
  /** What happened in it, in one line. */
  meaning: string
  from: number
  to: number
}

const MARKS = [
  ['connected', 'Connect', 'Queueing, DNS, TCP and TLS'],
  ['headers', 'Wait for headers', 'Until the response headers arrive'],
  ['firstByte', 'Wait for body', 'From the headers to the first byte of the body'],
  ['firstToken', 'First token', 'From the first byte to the first token'],
  ['end', 'Rest of the response', 'Until the last byte'],
] as const

/**
 * The phases of an exchange one after the other, from the request to its end. Marks that were not
 * reached or that the browser does not tell are left out: the next phase then begins where the last
 * known one ended.
 */
export function timingPhases({ timing }: Pick<Exchange, 'timing'>): TimingPhase[] {
  const phases: TimingPhase[] = []
  let from = 0
  for (const [mark, name, meaning] of MARKS) {
    const to = timing[mark]
    if (to === undefined) continue
    phases.push({ name, meaning, from, to: Math.max(from, to) })
    from = Math.max(from, to)
  }
  return phases
}

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
