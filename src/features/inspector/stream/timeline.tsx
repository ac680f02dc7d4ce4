import { useMemo } from 'react'

import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatDuration } from '../../../core/format/units.ts'
import {
  eventError,
  streamSummary,
  timelinePath,
} from '../../../core/inspector/stream/stream-summary.ts'

const WIDTH = 1000
const HEIGHT = 28
const SIZE = { width: WIDTH, height: HEIGHT }

interface TimelineProps {
  exchange: Exchange
  /** A moment to mark, ms since the request was sent. */
  atMs?: number
}

/** When the events of a stream arrived, from the request to the last of them; errors are marked. */
export function Timeline({ exchange, atMs }: TimelineProps) {
  const { events, eventCount, timing } = exchange
  const endMs = timing.end ?? events.at(-1)?.at ?? 1
  // The same while a stream is played, for each frame of which this is drawn.
  const [path, errors] = useMemo(
    () => [
      timelinePath(events, eventCount, { endMs, ...SIZE }),
      streamSummary(events, eventCount).errors === 0
        ? []
        : events.slice(0, eventCount).filter((event) => eventError(event) !== undefined),
    ],
    [events, eventCount, endMs],
  )
  const firstToken = timing.firstToken ?? 0
  return (
    <figure className="flex flex-col gap-1">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="arrival-timeline"
      >
        {firstToken > 0 && (
          <rect width={(firstToken / endMs) * WIDTH} height={HEIGHT} className="wait" />
        )}
        <path d={path} vectorEffect="non-scaling-stroke" strokeWidth={1} />
        <path
          d={timelinePath(errors, errors.length, { endMs, ...SIZE })}
          vectorEffect="non-scaling-stroke"
          strokeWidth={3}
          className="errors"
        />
        {atMs !== undefined && (
          <path
            d={timelinePath([{ at: atMs }], 1, { endMs, ...SIZE })}
            vectorEffect="non-scaling-stroke"
            strokeWidth={2}
            className="now"
          />
        )}
      </svg>
      <figcaption className="flex justify-between text-xs text-text-3 tabular-nums">
        <span>sent</span>
        {firstToken > 0 && <span>first token {formatDuration(firstToken)}</span>}
        <span>{formatDuration(endMs)}</span>
      </figcaption>
    </figure>
  )
}
