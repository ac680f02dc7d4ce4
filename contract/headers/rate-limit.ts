import { type HeaderList, headerValue } from './header-list.ts'
import { clockAheadMs, nonNegativeNumber, resetTimeMs } from './time.ts'

/** One window of a rate limit; a member is absent when its header is absent or unreadable. */
export interface RateLimitWindow {
  readonly limit?: number
  readonly remaining?: number
  /** When the window starts anew, Unix milliseconds. */
  readonly resetAtMs?: number
}

/** The rate limits that an answer's headers report. */
export interface RateLimit {
  readonly requests?: RateLimitWindow
  /** Prompt plus completion tokens per minute. */
  readonly tokens?: RateLimitWindow
  /** Whose limit it is; present when a limit is enforced. */
  readonly type?: string
}

/**
 * Reads the `x-ratelimit-*` headers (contract "Rate limit response headers"). Reset values are taken
 * as Unix milliseconds, Unix seconds or seconds from `nowMs`, see {@link resetTimeMs}, and told in
 * this device's time, however wrong its clock is.
 */
export function readRateLimit(headers: HeaderList, nowMs: number): RateLimit {
  const requests = readWindow(headers, 'requests', nowMs)
  const tokens = readWindow(headers, 'tokens', nowMs)
  const type = headerValue(headers, 'x-ratelimit-type')
  return {
    ...(requests && { requests }),
    ...(tokens && { tokens }),
    ...(type !== undefined && { type }),
  }
}

function readWindow(
  headers: HeaderList,
  what: 'requests' | 'tokens',
  nowMs: number,
): RateLimitWindow | undefined {
  const limit = nonNegativeNumber(headerValue(headers, `x-ratelimit-limit-${what}`))
  const remaining = nonNegativeNumber(headerValue(headers, `x-ratelimit-remaining-${what}`))
  const resetAtMs = resetTimeMs(
    headerValue(headers, `x-ratelimit-reset-${what}`),
    nowMs,
    clockAheadMs(headers, nowMs),
  )
  if (limit === undefined && remaining === undefined && resetAtMs === undefined) return undefined
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetAtMs !== undefined && { resetAtMs }),
  }
}
