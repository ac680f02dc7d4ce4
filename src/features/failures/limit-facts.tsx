import type { Failure } from '../../../contract/errors/failure.ts'
import type { RateLimitWindow } from '../../../contract/headers/rate-limit.ts'
import { formatDuration } from '../../core/format/duration.ts'
import { formatNumber } from '../../core/format/number.ts'
import { useWait } from '../../ui/hooks/use-wait.ts'

/** Whose limit it is (`x-ratelimit-type`). */
export const LIMIT_TYPES: Readonly<Record<string, string>> = {
  user: 'It is the limit of your account, over all its keys.',
  api_key: 'It is the limit of this key.',
  global: 'It is the limit of the service for everybody.',
}

/** Which limit was reached, requests or tokens, and when its window starts anew. */
export function LimitFacts({ failure }: { failure: Failure }) {
  const retryAt = 'retryAtMs' in failure ? failure.retryAtMs : undefined
  const limits = 'limits' in failure ? failure.limits : undefined
  const wait = useWait(retryAt)
  if (failure.kind !== 'rate_limited')
    return wait > 0 ? <p role="timer">Free again in {inWords(wait)}.</p> : null
  const type = limits?.type
  return (
    <div className="flex flex-col gap-0.5">
      <WindowLine name="Requests" window={limits?.requests} />
      <WindowLine name="Tokens" window={limits?.tokens} />
      {type !== undefined && <p>{LIMIT_TYPES[type] ?? `The limit is of type ${type}.`}</p>}
      {retryAt !== undefined && (
        <p role="timer">{wait > 0 ? `Free again in ${inWords(wait)}.` : 'It is free again.'}</p>
      )}
    </div>
  )
}

function WindowLine({ name, window }: { name: string; window: RateLimitWindow | undefined }) {
  if (window?.remaining === undefined) return null
  const { remaining, limit } = window
  return (
    <p>
      {name}:{' '}
      {remaining === 0 ? <b className="font-semibold text-bad">none</b> : formatNumber(remaining)}
      {limit !== undefined && ` of ${formatNumber(limit)}`} left in this window
    </p>
  )
}

/** Whole seconds, so that the words do not jump. */
function inWords(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000) * 1000)
}
