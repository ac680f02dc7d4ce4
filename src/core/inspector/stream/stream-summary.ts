import { readStreamError } from '../../../../contract/errors/read-service-error.ts'
import { eventText } from '../../../../contract/har/har-entry.ts'
import { readJson } from '../../../../contract/json.ts'
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

/**
 * Sums up the first `count` events of a list that grows in place. Each event is looked at once: the
 * sum of a list is kept and carried on.
 */
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
