import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { formatBytes, formatDuration, formatNumber } from '../../../core/format/units.ts'
import { type StreamSummary, streamSummary } from '../../../core/inspector/stream/stream-summary.ts'
import { ReplayView } from '../replay-view.tsx'
import { DefinitionList, EncryptionNote } from '../tab-parts.tsx'
import { EventList } from './event-list.tsx'
import { Timeline } from './timeline.tsx'

/** A streamed answer event by event, with the times at which they arrived. */
export function StreamTab({ exchange }: { exchange: Exchange }) {
  const { request, providerName, events, eventCount, outcome, bodyMissing } = exchange
  if (eventCount === 0)
    return (
      <p className="p-3 text-text-3">
        {outcome === 'open'
          ? 'No event has arrived yet.'
          : bodyMissing === true
            ? 'The file lacks the body of this response.'
            : 'This response was not streamed.'}
      </p>
    )
  const summary = streamSummary(events, eventCount)
  return (
    <div className="flex flex-col">
      <div className="flex shrink-0 flex-col gap-3 border-b p-3">
        <EncryptionNote exchange={exchange} />
        <DefinitionList items={streamFacts(summary)} />
        {summary.errors > 0 && (
          <p className="text-bad">The service reported an error inside the stream.</p>
        )}
        {outcome === 'open' ? (
          <Timeline exchange={exchange} />
        ) : (
          <ReplayView key={exchange.id} exchange={exchange} />
        )}
      </div>
      <EventList
        isChat={request.path === '/chat/completions'}
        providerName={providerName}
        events={events}
        count={eventCount}
        live={outcome === 'open'}
      />
    </div>
  )
}

function streamFacts({ count, bytes, firstAt = 0, lastAt = 0, longestGap }: StreamSummary) {
  return [
    ['Events', `${formatNumber(count)} · ${formatBytes(bytes)} of data`],
    [
      'First event',
      <span key="first" className="text-time">
        {formatDuration(firstAt)}
      </span>,
    ],
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
