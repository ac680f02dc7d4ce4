import { memo, useState } from 'react'

import { readJson } from '../../../../contract/json.ts'
import type { StreamEventRecord } from '../../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../../core/format/bytes.ts'
import { formatNumber } from '../../../core/format/number.ts'
import { eventPreview } from '../../../core/inspector/stream/event-preview.ts'
import { eventBytes, eventError } from '../../../core/inspector/stream/stream-summary.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { LongText } from '../../../ui/content/long-text.tsx'
import { cx } from '../../../ui/cx.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

interface EventRowProps {
  event: StreamEventRecord
  /** From 1. */
  number: number
  /** ms since the event before it; undefined for the first one. */
  gap: number | undefined
  /** The same event with its envelopes opened, where this page did that. */
  opened: StreamEventRecord | undefined
}

/** One event of a stream on a line that opens to its data. */
export const EventRow = memo(function EventRow({ event, number, gap, opened }: EventRowProps) {
  const [open, setOpen] = useState(false)
  const error = eventError(event)
  return (
    <li className="border-b [contain-intrinsic-size:auto_29px] [content-visibility:auto]">
      <Disclosure
        open={open}
        onToggle={setOpen}
        summary={
          <span
            className={cx(
              'flex min-w-0 grow flex-wrap items-baseline gap-x-2 py-1 font-mono text-xs',
              error !== undefined && 'text-bad',
            )}
          >
            <span className="w-8 text-right text-text-3">{number}</span>
            <span className="w-16 text-right">{formatMs(event.at)}</span>
            <span className="w-14 text-right text-text-3">
              {gap !== undefined && `+${formatNumber(Math.round(gap))}`}
            </span>
            <span className="w-12 text-right text-text-3">{formatBytes(eventBytes(event))}</span>
            <span className="min-w-0 grow basis-40 truncate">{eventPreview(event)}</span>
            {opened !== undefined && (
              <span className="flex min-w-0 basis-full items-baseline gap-2 pl-10">
                <Badge tone="accent">decrypted</Badge>
                <span className="min-w-0 truncate">{eventPreview(opened)}</span>
              </span>
            )}
          </span>
        }
      >
        {open && (
          <div className="flex flex-col gap-2 py-2 pl-6">
            {error !== undefined && <p className="text-bad">{error}</p>}
            {opened !== undefined && <EventData event={opened} label="Decrypted" isTitled />}
            <EventData
              event={event}
              label={opened === undefined ? 'Event data' : 'As sent'}
              isTitled={opened !== undefined}
            />
          </div>
        )}
      </Disclosure>
    </li>
  )
})

interface EventDataProps {
  event: StreamEventRecord
  label: string
  /** Whether the label is shown too. */
  isTitled: boolean
}

function EventData({ event: { data }, label, isTitled }: EventDataProps) {
  const value = readJson(data)
  return (
    <div
      className="flex flex-col gap-1"
      {...(isTitled ? { role: 'group', 'aria-label': label } : {})}
    >
      {isTitled && <p className="text-xs font-medium text-text-2">{label}</p>}
      {value === undefined ? (
        <LongText label={label} read={(limit) => data.slice(0, limit)} whole={() => data} wrap />
      ) : (
        <JsonView value={value} label={label} openDepth={6} />
      )}
    </div>
  )
}

function formatMs(ms: number): string {
  return `${formatNumber(Math.round(ms))} ms`
}
