import type { RateLimitWindow } from '../../../../contract/headers/rate-limit.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatNumber } from '../../../core/format/number.ts'

interface WindowMeterProps {
  name: string
  window: RateLimitWindow | undefined
  /** Unix ms */
  now: number
}

/** How much of a window is left, and when it starts anew. */
export function WindowMeter({ name, window, now }: WindowMeterProps) {
  if (window === undefined) return null
  const { limit, remaining, resetAtMs } = window
  const isOver = resetAtMs !== undefined && resetAtMs <= now
  const left = isOver ? limit : remaining
  const share = left === undefined || limit === undefined || limit === 0 ? undefined : left / limit
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-baseline justify-between gap-2">
        <span>{name}</span>
        <span className="font-mono text-xs">
          {left === undefined ? '?' : formatNumber(left)}
          {limit !== undefined && ` of ${formatNumber(limit)}`} left
        </span>
      </p>
      {share !== undefined && (
        <div aria-hidden className="h-1 overflow-hidden rounded-sm bg-surface-3">
          <div
            className={share < 0.1 ? 'h-full bg-warn' : 'h-full bg-accent'}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </div>
      )}
      {resetAtMs !== undefined && (
        <p role="timer" aria-label={`${name} reset`} className="text-xs text-text-3">
          {isOver
            ? 'The limit has reset.'
            : `Resets in ${formatDuration(Math.ceil((resetAtMs - now) / 1000) * 1000)}.`}
        </p>
      )}
    </div>
  )
}
