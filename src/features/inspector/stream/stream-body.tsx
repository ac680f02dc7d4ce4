import { useMemo, useState } from 'react'

import { readJson } from '../../../../contract/json.ts'
import type { EventSequence } from '../../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../../core/format/bytes.ts'
import { formatNumber } from '../../../core/format/number.ts'
import { streamSummary, streamText } from '../../../core/inspector/stream/stream-summary.ts'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { LongText } from '../../../ui/content/long-text.tsx'
import { Section } from '../../../ui/content/section.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'

interface StreamBodyProps {
  events: EventSequence
  count: number
}

const views = [
  { value: 'raw', label: 'Raw' },
  { value: 'tree', label: 'Tree' },
] as const

/** A tree of more events than this would be slow to open; the stream view has all of them. */
const MAX_TREE_SIZE = 200

/** A streamed body: its events as they stood on the wire, or what each of them holds. */
export function StreamBody({ events, count }: StreamBodyProps) {
  const [view, setView] = useState<'raw' | 'tree'>('raw')
  return (
    <Section
      title="Response body"
      aside={
        <>
          <span className="text-text-3 tabular-nums">
            {formatBytes(streamSummary(events, count).bytes)}
          </span>
          <Segmented label="Response body as" options={views} value={view} onChange={setView} />
        </>
      }
    >
      {view === 'raw' ? (
        <LongText
          label="Response body"
          read={(limit) => streamText(events, count, limit)}
          whole={() => streamText(events, count, Infinity)}
          wrap
        />
      ) : (
        <EventTree events={events} count={Math.min(count, MAX_TREE_SIZE)} />
      )}
      {view === 'tree' && count > MAX_TREE_SIZE && (
        <p className="text-text-3">The first {formatNumber(MAX_TREE_SIZE)} events.</p>
      )}
    </Section>
  )
}

function EventTree({ events, count }: StreamBodyProps) {
  const values = useMemo(
    () => events.slice(0, count).map(({ data }) => readJson(data) ?? data),
    [events, count],
  )
  return <JsonView value={values} label="Response body" openDepth={1} />
}
