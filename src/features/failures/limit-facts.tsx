import type { Failure } from '../../../contract/errors/failure.ts'
import type { RateLimitWindow } from '../../../contract/headers/rate-limit.ts'
import { formatDuration } from '../../core/format/duration.ts'
import { formatNumber } from '../../core/format/number.ts'
import { useWait } from '../../ui/hooks/use-wait.ts'

/** Whose limit it is (`x-ratelimit-type`). */
export const LIMIT_TYPES: Readonly<Record<string, string>> = {
  user: "This is your account's limit, across all keys.",
  api_key: "This is your API key's limit.",
  global: 'This is a global limit of the API.',
}

/** Which limit was reached, requests or tokens, and when it resets. */
export function LimitFacts({ failure }: { failure: Failure }) {
  const retryAt = 'retryAtMs' in failure ? failure.retryAtMs : undefined
  const limits = 'limits' in failure ? failure.limits : undefined
  const wait = useWait(retryAt)
  if (failure.kind !== 'rate_limited')
    return wait > 0 ? <p role="timer">Resets in {inWords(wait)}.</p> : null
  const type = limits?.type
  return (
    <div className="flex flex-col gap-0.5">
      <WindowLine name="requests" window={limits?.requests} />
      <WindowLine name="tokens" window={limits?.tokens} />
      {type !== undefined && <p>{LIMIT_TYPES[type] ?? `Limit type: ${type}`}</p>}
      {retryAt !== undefined && (
        <p role="timer">{wait > 0 ? `Resets in ${inWords(wait)}.` : 'The limit has been reset.'}</p>
      )}
    </div>
  )
}

function WindowLine({ name, window }: { name: string; window: RateLimitWindow | undefined }) {
  if (window?.remaining === undefined) return null
  const { remaining, limit } = window
  return (
    <p>
      <b className={remaining === 0 ? 'font-semibold text-bad' : 'font-normal'}>
        {formatNumber(remaining)}
      </b>
      {limit !== undefined && ` of ${formatNumber(limit)}`} {name} left in this window
    </p>
  )
}

/** Whole seconds, so that the words do not jump. */
function inWords(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000) * 1000)
}
