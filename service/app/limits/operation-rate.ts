import { standardError } from '../http/http-error.ts'
import type { WindowCounters } from './window-counters.ts'

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
