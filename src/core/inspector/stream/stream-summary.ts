import { readStreamError } from '../../../../contract/errors/read-service-error.ts'
import { eventText } from '../../../../contract/har/har-entry.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
} from '../../../../contract/json.ts'
import type { EventSequence, StreamEventRecord } from '../../client/exchanges/exchange.ts'

/** What a stream adds up to so far. Times in ms since the request was sent. */
export interface StreamSummary {
  count: number
  /** Bytes of all data fields, UTF-8. */
  bytes: number
  firstAt?: number
  lastAt?: number
  /** The longest wait between two events, and the index of the event that ended it. */
  longestGap?: { ms: number; index: number }
  errors: number
}

const known = new WeakMap<EventSequence, StreamSummary>()
const encoder = new TextEncoder()

/** Sums up the first `count` events of a list that grows in place; each is looked at once. */
export function streamSummary(events: EventSequence, count: number): StreamSummary {
  const before = known.get(events)
  const summary: StreamSummary =
    before === undefined || before.count > count
      ? { count: 0, bytes: 0, errors: 0 }
      : before.count === count
        ? before
        : { ...before }
  for (let index = summary.count; index < count; index += 1) {
    const event = events.at(index)
    if (event === undefined) break
    if (summary.lastAt !== undefined) {
      const ms = event.at - summary.lastAt
      if (summary.longestGap === undefined || ms > summary.longestGap.ms)
        summary.longestGap = { ms, index }
    }
    summary.firstAt ??= event.at
    summary.lastAt = event.at
    summary.bytes += eventBytes(event)
    if (eventError(event) !== undefined) summary.errors += 1
    summary.count = index + 1
  }
  known.set(events, summary)
  return summary
}

/** Size of an event's data in bytes. */
export function eventBytes({ data }: StreamEventRecord): number {
  return encoder.encode(data).byteLength
}

/** The message of an event that says that the stream failed; undefined for every other event. */
export function eventError({ event, data }: StreamEventRecord): string | undefined {
  if (event !== 'error' && !/"(?:errors?|detail|base_resp|message)"/.test(data)) return undefined
  const message = readStreamError(readJson(data), 0)?.message
  return message ?? (event === 'error' ? data : undefined)
}

/**
 * The events as they stood on the wire, without keep-alives.
 * @param limit most characters given back
 */
export function streamText(events: EventSequence, count: number, limit: number): string {
  const lines: string[] = []
  let length = 0
  for (let index = 0; index < count && length < limit; index += 1) {
    const record = events.at(index)
    if (record === undefined) break
    const text = eventText(record)
    lines.push(text)
    length += text.length
  }
  return lines.join('').slice(0, limit)
}

const LENGTH = 80

/**
 * An event in at most 80 characters. The chunks of one answer all begin alike, so of a chunk only
 * what it adds is shown; of anything else the beginning.
 */
export function eventPreview({ event, data }: StreamEventRecord): string {
  const value = readJson(data)
  const added = isJsonObject(value) && Array.isArray(value['choices']) ? addedBy(value) : ''
  const text = added === '' ? data.slice(0, LENGTH) : added
  return (event === undefined ? text : `${event}: ${text}`).slice(0, LENGTH)
}

function addedBy(chunk: JsonObject): string {
  const { choices, id: _id, object: _object, created: _created, model: _model, ...rest } = chunk
  const list = Array.isArray(choices) ? choices : []
  return [
    ...list.flatMap((choice) => (isJsonObject(choice) ? choiceParts(choice, list.length) : [])),
    ...Object.entries(rest).flatMap(part),
  ].join(' ')
}

function choiceParts({ delta, finish_reason: finish, index }: JsonObject, of: number): string[] {
  return [
    ...(typeof index === 'number' && (of > 1 || index > 0) ? [`[${index}]`] : []),
    ...(isJsonObject(delta) ? Object.entries(delta).flatMap(part) : []),
    ...part(['finish_reason', finish]),
  ]
}

/** `name "value"`; nothing for what is empty. The value is cut before it is written out. */
function part([name, value]: [string, JsonValue | undefined]): string[] {
  if (value === undefined || value === null) return []
  const short = typeof value === 'string' ? value.slice(0, LENGTH) : value
  return [`${name} ${JSON.stringify(short)}`]
}

/** Most rows of a list that are on the page at once. */
export const WINDOW = 200

/** The rows to show: from `start`, up to but not including `end`. */
interface EventWindow {
  start: number
  end: number
}

/** The newest rows. The start moves in steps of half a window, so that rows stay where they are. */
export function newestWindow(count: number): EventWindow {
  const step = WINDOW / 2
  return { start: Math.max(0, Math.floor((count - 1) / step) * step - step), end: count }
}

/** The rows from a chosen start. */
export function windowFrom(start: number, count: number): EventWindow {
  const first = Math.max(0, Math.min(start, count - 1))
  return { start: first, end: Math.min(count, first + WINDOW) }
}

/** More events than this are drawn as columns, by how many fall together. */
const MAX_TICKS = 500
const COLUMNS = 200

interface TimelineSize {
  /** The time at the right edge, ms. */
  endMs: number
  /** Units of the drawing. */
  width: number
  height: number
}

/**
 * The `d` of an SVG path that shows when events arrived: one full tick each, or, for many events,
 * columns whose height is the share of the fullest one.
 */
export function timelinePath(
  events: Iterable<Pick<StreamEventRecord, 'at'>>,
  count: number,
  { endMs, width, height }: TimelineSize,
): string {
  const end = Math.max(endMs, 1)
  const place = (at: number) => Math.max(0, Math.min(1, at / end))
  const ticks: string[] = []
  const times = firstTimes(events, count)
  if (count <= MAX_TICKS) {
    for (const at of times) ticks.push(`M${round(place(at) * width)} 0V${height}`)
    return ticks.join('')
  }
  const columns: number[] = Array.from({ length: COLUMNS }, () => 0)
  for (const at of times) {
    const column = Math.min(COLUMNS - 1, Math.floor(place(at) * COLUMNS))
    columns[column] = (columns[column] ?? 0) + 1
  }
  const fullest = Math.max(...columns)
  columns.forEach((held, column) => {
    if (held === 0) return
    const x = round(((column + 0.5) / COLUMNS) * width)
    ticks.push(`M${x} ${height}V${round(height - (held / fullest) * height)}`)
  })
  return ticks.join('')
}

function firstTimes(events: Iterable<Pick<StreamEventRecord, 'at'>>, count: number): number[] {
  const times: number[] = []
  for (const { at } of events) {
    if (times.length === count) break
    times.push(at)
  }
  return times
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
