import {
  DEFAULT_LIMITS,
  type OperationType,
  PARTNER_LIMITS,
  type RateLimitTable,
  type Tier,
  type TierLimit,
} from '../../../contract/limits/rate-limits.ts'
import { type HttpError, standardError } from '../http/http-error.ts'
import type { WindowCount, WindowCounters } from './window-counters.ts'

/** The length of a rate-limit window, ms. */
export const RATE_WINDOW_MS = 60_000

/** What a key has used of a tier in the current window, the request at hand included. */
export interface RateState {
  tier: Tier
  limit: TierLimit
  requests: WindowCount
  tokens: WindowCount
}

/** Requests and tokens per key and model tier (contract, "Limits"). */
export interface RateLimiter {
  /** Counts one request; the answer is refused with `rateLimitError` when it `isExceeded`. */
  consumeRequest(key: string, tier: Tier): Promise<RateState>
  consumeTokens(key: string, tier: Tier, tokens: number): Promise<RateState>
}

/** A limiter on counters of one-minute windows, with the default limits or a partner's. */
export function createRateLimiter(
  counters: WindowCounters,
  limits: RateLimitTable = DEFAULT_LIMITS,
): RateLimiter {
  const take = async (key: string, tier: Tier, requests: number, tokens: number) => {
    const counted = await Promise.all([
      counters.add(`requests ${tier} ${key}`, requests),
      counters.add(`tokens ${tier} ${key}`, tokens),
    ])
    return { tier, limit: limits.text[tier], requests: counted[0], tokens: counted[1] }
  }
  return {
    consumeRequest: (key, tier) => take(key, tier, 1, 0),
    consumeTokens: (key, tier, tokens) => take(key, tier, 0, tokens),
  }
}

/** Whether the request at hand is one too many, or the tokens are used up. */
export function isExceeded({ limit, requests, tokens }: RateState): boolean {
  const { requestsPerMinute, tokensPerMinute } = limit
  return requests.count > requestsPerMinute || tokens.count >= tokensPerMinute
}

/** The `x-ratelimit-*` headers of an answer (contract, "Rate limit response headers"). */
export function rateLimitHeaders(
  { limit, requests, tokens }: RateState,
  now: number,
): Record<string, string> {
  const { requestsPerMinute, tokensPerMinute } = limit
  return {
    'x-ratelimit-limit-requests': String(requestsPerMinute),
    'x-ratelimit-remaining-requests': String(Math.max(0, requestsPerMinute - requests.count)),
    'x-ratelimit-reset-requests': String(Math.ceil(requests.endsAt / 1000)),
    'x-ratelimit-limit-tokens': String(tokensPerMinute),
    'x-ratelimit-remaining-tokens': String(Math.max(0, tokensPerMinute - tokens.count)),
    'x-ratelimit-reset-tokens': String(Math.max(0, Math.ceil((tokens.endsAt - now) / 1000))),
  }
}

/** The 429 of a key that has used its window up. */
export function rateLimitError(state: RateState, now: number): HttpError {
  const { requestsPerMinute } = state.limit
  const what = state.requests.count > requestsPerMinute ? 'requests' : 'tokens'
  const seconds = Math.max(1, Math.ceil((state.requests.endsAt - now) / 1000))
  return standardError(
    429,
    `Rate limit exceeded: too many ${what} in this minute for models of tier ${state.tier}. Try again in ${seconds} s.`,
    'RATE_LIMIT_EXCEEDED',
    {
      ...rateLimitHeaders(state, now),
      'x-ratelimit-type': 'api_key',
      'Retry-After': String(seconds),
    },
  )
}

/**
 * Counts one request of a kind of operation and gives the rate-limit headers of its answer. Such
 * operations have a limit of requests and none of tokens (contract, "Limits").
 * @throws HttpError 429 when the minute is used up
 */
export async function consumeOperationRate(
  counters: WindowCounters,
  owner: string,
  { kind, most }: { kind: string; most: number },
  now: number = Date.now(),
): Promise<Record<string, string>> {
  const { count, endsAt } = await counters.add(`requests ${kind} ${owner}`, 1)
  const headers = {
    'x-ratelimit-limit-requests': String(most),
    'x-ratelimit-remaining-requests': String(Math.max(0, most - count)),
    'x-ratelimit-reset-requests': String(Math.ceil(endsAt / 1000)),
  }
  if (count <= most) return headers
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  throw standardError(
    429,
    `Rate limit exceeded: too many ${kind} requests in this minute; ${most} are allowed. Try again in ${seconds} s.`,
    'RATE_LIMIT_EXCEEDED',
    { ...headers, 'x-ratelimit-type': 'api_key', 'Retry-After': String(seconds) },
  )
}

/** The kinds of customer that the contract has limits for (`--tier`). */
export const CUSTOMER_TIERS = ['default', 'partner'] as const
export type CustomerTier = (typeof CUSTOMER_TIERS)[number]

/** The limits of one kind of customer; where partners have none of their own, the default ones. */
export function limitsOfTier(tier: CustomerTier = 'default'): RateLimitTable {
  if (tier === 'default') return DEFAULT_LIMITS
  return {
    text: PARTNER_LIMITS.text,
    operations: { ...DEFAULT_LIMITS.operations, ...PARTNER_LIMITS.operations },
  }
}

/** The most requests per minute of a kind of operation; the default ones where a table has none. */
export function operationLimit(limits: RateLimitTable, kind: OperationType) {
  return { kind, most: limits.operations[kind] ?? DEFAULT_LIMITS.operations[kind] }
}
