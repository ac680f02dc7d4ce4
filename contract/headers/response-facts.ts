import { given } from '../json.ts'
import { FAILURE_BLOCK_MS } from '../limits/sizes.ts'
import { wireHeaderName } from '../provider-name.ts'
import {
  clockAheadMs,
  type HeaderList,
  headerValue,
  nonNegativeNumber,
  resetTimeMs,
} from './header-list.ts'

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

/** Balances in the headers of a response, as sent (decimal text). */
export interface Balances {
  /** Before the request. */
  beforeUsd?: string
  beforeDiem?: string
  /** After the request. */
  afterUsd?: string
}

/**
 * Reads the balance headers of a response (contract, "Authentication" 4 and 5). A key is told the
 * balance before the request and a wallet the one after it. The headers of a stream leave before
 * anything is charged, so a streamed response tells a wallet the balance before it.
 */
export function balancesOf(headers: HeaderList, providerName: string): Balances {
  const value = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const remaining = value('x-balance-remaining')
  const isStream = /^text\/event-stream\b/i.test(value('content-type') ?? '')
  const beforeUsd = value('x-vendor-balance-usd') ?? (isStream ? remaining : undefined)
  const beforeDiem = value('x-vendor-balance-diem')
  const afterUsd = isStream ? undefined : remaining
  return given({ beforeUsd, beforeDiem, afterUsd })
}

/** What the headers of an answer say about the model that served it. */
export interface ServedModel {
  /** `x-vendor-model-router`: how the request came to this model, such as `trait=default`. */
  router?: string
  /** `x-vendor-model-deprecation-warning`. */
  deprecation?: string
  /** `x-vendor-model-deprecation-date`, as sent. */
  deprecationDate?: string
}

/** Reads {@link ServedModel} from headers with neutral names; undefined when they say nothing. */
export function servedModel(headers: HeaderList): ServedModel | undefined {
  const router = headerValue(headers, 'x-vendor-model-router')
  const deprecation = headerValue(headers, 'x-vendor-model-deprecation-warning')
  const deprecationDate = headerValue(headers, 'x-vendor-model-deprecation-date')
  if (router === undefined && deprecation === undefined && deprecationDate === undefined)
    return undefined
  return given({ router, deprecation, deprecationDate })
}

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
