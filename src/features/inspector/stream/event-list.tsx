import { memo, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { readJson } from '../../../../contract/json.ts'
import { decryptedEvent } from '../../../core/client/e2ee/plain-text.ts'
import type { EventSequence, StreamEventRecord } from '../../../core/client/exchanges/exchange.ts'
import { formatBytes, formatNumber } from '../../../core/format/units.ts'
import {
  EVENT_KINDS,
  type EventKind,
  eventKind,
  filterEvents,
} from '../../../core/inspector/replay/event-kind.ts'
import {
  eventBytes,
  eventError,
  eventPreview,
  newestWindow,
  WINDOW,
  windowFrom,
} from '../../../core/inspector/stream/stream-summary.ts'
import { inspectorStore } from '../../../page/inspector-store.ts'
import { LongText } from '../../../ui/content/code.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

interface EventListProps {
  /** Of a chat completion: what could not be read of it can be told. */
  isChat: boolean
  providerName: string
  events: EventSequence
  count: number
  live: boolean
}

/** A window of the wanted events. A live list keeps its end in view until the reader pages. */
export function EventList({ isChat, providerName, events, count, live }: EventListProps) {
  const [text, setText] = useState('')
  const wanted = useStore(inspectorStore, (state) => state.eventKind)
  const kinds = useMemo(() => kindsOf(events, count, isChat), [events, count, isChat])
  const kind = wanted !== undefined && kinds.includes(wanted) ? wanted : undefined
  const [startedLive] = useState(live)
  const [start, setStart] = useState<number | undefined>(live ? undefined : 0)
  const isFiltered = text.trim() !== '' || kind !== undefined
  const found = useMemo(
    () => (isFiltered ? filterEvents(events, count, { text, kind, providerName }) : undefined),
    [events, count, text, kind, providerName, isFiltered],
  )
  const total = found?.length ?? count
  const { start: first, end } = start === undefined ? newestWindow(total) : windowFrom(start, total)
  const rows =
    found?.slice(first, end) ?? Array.from({ length: end - first }, (_, index) => first + index)
  const filter = (change: () => void) => {
    change()
    setStart(live ? undefined : 0)
  }
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b p-3 py-2">
        <input
          type="search"
          aria-label="Search events"
          placeholder="Find in events"
          value={text}
          onChange={({ target }) => filter(() => setText(target.value))}
          className="w-32 grow field"
        />
        <Select
          aria-label="Event type"
          value={kind ?? ''}
          options={[
            { value: '', label: 'All types' },
            ...kinds.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(chosen) =>
            filter(() => inspectorStore.setState({ eventKind: chosen === '' ? undefined : chosen }))
          }
        />
        {found !== undefined && (
          <span role="status" className="text-xs text-text-2 tabular-nums">
            {formatNumber(found.length)} of {formatNumber(count)}
          </span>
        )}
      </div>
      <div className={startedLive ? 'live-events' : ''}>
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
          {total === 0 && <p className="p-3 text-text-3">No event fits the filter.</p>}
          <ol aria-label="Events">
            {rows.map((at) => (
              <Row key={at} events={events} at={at} />
            ))}
          </ol>
          {end < total && (
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
    </div>
  )
}

function Row({ events, at }: { events: EventSequence; at: number }) {
  // An event is read in a new object each time, for which its row would be drawn again.
  const event = useMemo(() => events.at(at), [events, at])
  if (event === undefined) return null
  const before = at === 0 ? undefined : events.at(at - 1)
  const gap = before === undefined ? undefined : event.at - before.at
  return <EventRow event={event} number={at + 1} gap={gap} opened={decryptedEvent(event)} />
}

/** Only kinds that are there are offered; of a very long stream its beginning and end tell. */
function kindsOf(events: EventSequence, count: number, isChat: boolean): EventKind[] {
  const looked = [...events.slice(0, Math.min(count, 1000)), ...events.slice(count - 20, count)]
  const there = new Set(looked.map(eventKind))
  if (isChat) there.add('not understood')
  return EVENT_KINDS.filter((name) => there.has(name))
}

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
const EventRow = memo(function EventRow({ event, number, gap, opened }: EventRowProps) {
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
