import { FAILURE_BLOCK_MS } from '../limits/abuse.ts'
import { type HeaderList, headerValue } from './header-list.ts'
import { clockAheadMs, nonNegativeNumber } from './time.ts'

/** What a service reports of the failures that it counts, for the model and the `user` of a request. */
export interface FailureReport {
  /** Failures still allowed. */
  readonly remaining: number
  /** When that number no longer holds, Unix ms. */
  readonly resetsAtMs: number
}

/**
 * Reads `x-ratelimit-remaining` and `x-ratelimit-resets`, which the contract does not have and most responses
 * of the real service do. The second is in milliseconds, Unix time or from `nowMs`, and never later than a block lasts.
 * Undefined without both: other APIs send the first alone, for requests.
 */
export function readFailureReport(headers: HeaderList, nowMs: number): FailureReport | undefined {
  const remaining = nonNegativeNumber(headerValue(headers, 'x-ratelimit-remaining'))
  const resets = nonNegativeNumber(headerValue(headers, 'x-ratelimit-resets'))
  if (remaining === undefined || resets === undefined) return undefined
  const at = resets > 1e12 ? resets + clockAheadMs(headers, nowMs) : nowMs + resets
  return { remaining, resetsAtMs: Math.min(at, nowMs + FAILURE_BLOCK_MS) }
}
