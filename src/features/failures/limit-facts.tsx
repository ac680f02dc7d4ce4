import type { Failure } from '../../../contract/errors/failure.ts'
import type { RateLimitWindow } from '../../../contract/headers/response-facts.ts'
import { formatDuration, formatNumber } from '../../core/format/units.ts'
import { useWait } from '../../ui/hooks/clock.ts'

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
  const windows = [
    { name: 'requests', window: limits?.requests },
    { name: 'tokens', window: limits?.tokens },
  ]
  const reached = windows.filter(({ window }) => window?.remaining === 0)
  return (
    <p className="flex flex-wrap gap-x-1">
      {(reached.length > 0 ? reached : windows).map(({ name, window }) => (
        <WindowFigure key={name} name={name} window={window} />
      ))}
      {type !== undefined && <span>{LIMIT_TYPES[type] ?? `Limit type: ${type}.`}</span>}
      {retryAt !== undefined && (
        <span role="timer">
          {wait > 0 ? `Resets in ${inWords(wait)}.` : 'The limit has been reset.'}
        </span>
      )}
    </p>
  )
}

interface WindowFigureProps {
  name: string
  window: RateLimitWindow | undefined
}

function WindowFigure({ name, window }: WindowFigureProps) {
  if (window?.remaining === undefined) return null
  const { remaining, limit } = window
  return (
    <span>
      <b className={remaining === 0 ? 'font-semibold text-bad' : 'font-normal'}>
        {formatNumber(remaining)}
      </b>
      {limit !== undefined && ` of ${formatNumber(limit)}`} {name} left.
    </span>
  )
}

/** Whole seconds, so that the words do not jump. */
function inWords(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000) * 1000)
}
