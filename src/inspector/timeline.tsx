import type { Exchange } from '../api/exchange.ts'
import { formatDuration } from '../ui/format/duration.ts'
import { timelinePath } from './timeline-path.ts'

const WIDTH = 1000
const HEIGHT = 28

/** When the events of a stream arrived, from the request to the last of them. */
export function Timeline({ exchange }: { exchange: Exchange }) {
  const { events, eventCount, timing } = exchange
  const endMs = timing.end ?? events[eventCount - 1]?.at ?? 1
  const path = timelinePath(events, eventCount, { endMs, width: WIDTH, height: HEIGHT })
  const firstToken = timing.firstToken ?? 0
  return (
    <figure className="flex flex-col gap-1">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-7 w-full rounded-sm bg-surface-2"
      >
        {firstToken > 0 && (
          <rect width={(firstToken / endMs) * WIDTH} height={HEIGHT} className="fill-surface-3" />
        )}
        <path
          d={path}
          vectorEffect="non-scaling-stroke"
          strokeWidth={1}
          className="fill-none stroke-accent"
        />
      </svg>
      <figcaption className="flex justify-between text-xs text-text-3 tabular-nums">
        <span>sent</span>
        {firstToken > 0 && <span>first token {formatDuration(firstToken)}</span>}
        <span>{formatDuration(endMs)}</span>
      </figcaption>
    </figure>
  )
}
