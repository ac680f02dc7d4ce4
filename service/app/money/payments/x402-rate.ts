import { HttpError } from '../../http/http-error.ts'
import type { WindowCounters } from '../../limits/window-counters.ts'

/** Counts one call of a wallet route. @throws HttpError 429 above the limit per minute */
export async function takeTurn(
  counters: WindowCounters,
  name: string,
  perMinute: number,
  whose: 'address' | 'wallet',
): Promise<void> {
  const { count, endsAt } = await counters.add(`x402 ${name}`, 1)
  if (count <= perMinute) return
  const seconds = Math.max(1, Math.ceil((endsAt - Date.now()) / 1000))
  const message = `Rate limit exceeded: at most ${perMinute} of these requests per minute and ${whose}. Try again in ${seconds} s.`
  const headers = { 'Retry-After': String(seconds), 'x-ratelimit-type': 'user' }
  throw new HttpError(
    429,
    { error: message, code: 'RATE_LIMIT_EXCEEDED', message },
    {
      ...headers,
      'x-ratelimit-limit-requests': String(perMinute),
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': String(Math.ceil(endsAt / 1000)),
    },
  )
}
