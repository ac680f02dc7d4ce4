import { useState } from 'react'

import type { Exchange, StreamEventRecord } from '../api/exchange.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes } from '../ui/format/bytes.ts'
import { formatDuration } from '../ui/format/duration.ts'
import { formatNumber } from '../ui/format/number.ts'
import { EventRow } from './event-row.tsx'
import { newestWindow, WINDOW, windowFrom } from './event-window.ts'
import { Facts } from './facts.tsx'
import { type StreamSummary, streamSummary } from './stream-summary.ts'
import { Timeline } from './timeline.tsx'

/** A streamed answer event by event, with the times at which they arrived. */
export function StreamTab({ exchange }: { exchange: Exchange }) {
  const { events, eventCount, outcome, timing } = exchange
  if (eventCount === 0)
    return (
      <p className="p-3 text-text-3">
        {outcome === 'open' ? 'No event has arrived yet.' : 'This answer was not streamed.'}
      </p>
    )
  const summary = streamSummary(events, eventCount)
  return (
    <div className="flex h-full min-h-[36rem] flex-col md:min-h-96">
      <div className="flex shrink-0 flex-col gap-3 border-b p-3">
        <Facts facts={streamFacts(summary, timing.firstToken)} />
        {summary.errors > 0 && (
          <p className="text-bad">The service reported an error inside the stream.</p>
        )}
        <Timeline exchange={exchange} />
      </div>
      <EventList events={events} count={eventCount} live={outcome === 'open'} />
    </div>
  )
}

function streamFacts(
  { count, bytes, firstAt = 0, lastAt = 0, longestGap }: StreamSummary,
  firstToken: number | undefined,
) {
  return [
    ['Events', `${formatNumber(count)} · ${formatBytes(bytes)} of data`],
    ['First event', formatDuration(firstAt)],
    ...(firstToken === undefined ? [] : [['First token', formatDuration(firstToken)] as const]),
    ...(longestGap === undefined
      ? []
      : [
          [
            'Gaps',
            `${formatDuration((lastAt - firstAt) / (count - 1))} on average, longest ${formatDuration(longestGap.ms)} before event ${formatNumber(longestGap.index + 1)}`,
          ] as const,
        ]),
  ] as const
}

interface EventListProps {
  events: readonly StreamEventRecord[]
  count: number
  live: boolean
}

/** A window of the events. A live one keeps its end in view until the reader scrolls or pages. */
function EventList({ events, count, live }: EventListProps) {
  const [startedLive] = useState(live)
  const [start, setStart] = useState<number | undefined>(live ? undefined : 0)
  const { start: first, end } = start === undefined ? newestWindow(count) : windowFrom(start, count)
  const rows = events.slice(first, end)
  return (
    // Reversed, a scroll area holds on to its end by itself.
    <div
      className={`flex min-h-0 grow overflow-y-auto ${startedLive ? 'flex-col-reverse' : 'flex-col'}`}
    >
      <div className="flex flex-col">
        {first > 0 && (
          <Button
            variant="ghost"
            className="m-2 self-center"
            onClick={() => setStart(Math.max(0, first - WINDOW))}
          >
            Show earlier
          </Button>
        )}
        <ol aria-label="Events" start={first + 1}>
          {rows.map((event, index) => {
            const at = first + index
            const before = events[at - 1]
            return (
              <EventRow
                key={at}
                event={event}
                number={at + 1}
                gap={before === undefined ? undefined : event.at - before.at}
              />
            )
          })}
        </ol>
        {end < count && (
          <div className="m-2 flex justify-center gap-2">
            <Button variant="ghost" onClick={() => setStart(end)}>
              Show later
            </Button>
            <Button variant="ghost" onClick={() => setStart(undefined)}>
              Newest
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
