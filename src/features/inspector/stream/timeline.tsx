import { type ReactNode, useMemo } from 'react'

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
  /** What moves that moment, over the whole axis of so many ms. */
  slider?: (endMs: number) => ReactNode
}

/** When the events of a stream arrived, from the request to the last of them; errors are marked. */
export function Timeline({ exchange, atMs, slider }: TimelineProps) {
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
  const percent = (firstToken / endMs) * 100
  return (
    <figure className="relative flex flex-col gap-1 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="arrival-timeline"
      >
        {firstToken > 0 && (
          <rect width={(percent / 100) * WIDTH} height={HEIGHT} className="wait" />
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
      {slider?.(endMs)}
      <figcaption className="relative flex justify-end text-xs text-text-3 tabular-nums">
        {firstToken > 0 && (
          <span
            className="absolute"
            // Under its tick, and clear of the time at the end.
            style={
              percent < 50 ? { left: `${percent}%` } : { right: `max(${100 - percent}%, 4.5rem)` }
            }
          >
            first token {formatDuration(firstToken)}
          </span>
        )}
        {formatDuration(endMs)}
      </figcaption>
    </figure>
  )
}
