import { DEFAULT_LIMITS, type RateLimitTable } from '../../src/contract/limits/tiers.ts'
import { standardError } from '../http/http-error.ts'
import type { WindowCounters } from '../limits/window-counters.ts'

/**
 * Counts one image operation of a key and gives the rate-limit headers of its answer. Image
 * operations have a limit of requests and none of tokens (contract, "Limits").
 * @throws HttpError 429 when the minute is used up
 */
export async function takeImageRate(
  counters: WindowCounters,
  owner: string,
  limits: RateLimitTable,
  now: number = Date.now(),
): Promise<Record<string, string>> {
  const most = limits.operations.image ?? DEFAULT_LIMITS.operations.image
  const { count, endsAt } = await counters.add(`requests image ${owner}`, 1)
  const headers = {
    'x-ratelimit-limit-requests': String(most),
    'x-ratelimit-remaining-requests': String(Math.max(0, most - count)),
    'x-ratelimit-reset-requests': String(Math.ceil(endsAt / 1000)),
  }
  if (count <= most) return headers
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  throw standardError(
    429,
    `Rate limit exceeded: too many image requests in this minute; ${most} are allowed. Try again in ${seconds} s.`,
    'RATE_LIMIT_EXCEEDED',
    { ...headers, 'x-ratelimit-type': 'api_key', 'Retry-After': String(seconds) },
  )
}
