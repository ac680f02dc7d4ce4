import { type Answer, emptyAnswer } from '../../../../contract/chat/answer.ts'
import { readEvent } from '../../../../contract/chat/read/read-event.ts'
import { servedModel } from '../../../../contract/headers/response-facts.ts'
import {
  given,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
} from '../../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME, neutralHeaderName } from '../../../../contract/provider-name.ts'
import { decrypted } from '../../client/e2ee/plain-text.ts'
import type { EventSequence, Exchange, StreamEventRecord } from '../../client/exchanges/exchange.ts'
import { withEvents } from '../../client/stream/answer-events.ts'
import { eventError } from '../stream/stream-summary.ts'

/** What an event brings, by the first of these that it holds; a filter offers them in this order. */
export const EVENT_KINDS = [
  'error',
  'text',
  'reasoning',
  'tool call',
  'sources',
  'finish',
  'usage',
  'end',
  'other',
  /** Events of any other kind too, with something in them that could not be read. */
  'not understood',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

const kinds = new WeakMap<StreamEventRecord, EventKind>()

/** The kind of an event; worked out once for each. */
export function eventKind(record: StreamEventRecord): EventKind {
  const known = kinds.get(record)
  if (known !== undefined) return known
  const kind = kindOf(record)
  kinds.set(record, kind)
  return kind
}

/** Whether an event of a chat completion holds something that could not be read. */
export function isNotUnderstood(record: StreamEventRecord, providerName: string): boolean {
  return readEvent(record, { providerName, nowMs: 0 }).some(
    (reading) =>
      reading.kind === 'not understood' ||
      (reading.kind === 'chunk' && reading.chunk.odd.length > 0),
  )
}

function kindOf(record: StreamEventRecord): EventKind {
  if (eventError(record) !== undefined) return 'error'
  const readings = readEvent(record, { providerName: NEUTRAL_PROVIDER_NAME, nowMs: 0 })
  if (readings.some(({ kind }) => kind === 'end')) return 'end'
  const chunks = readings.flatMap((reading) => (reading.kind === 'chunk' ? [reading.chunk] : []))
  const choices = chunks.flatMap((chunk) => chunk.choices)
  if (choices.some(({ content, refusal }) => content !== '' || refusal !== '')) return 'text'
  if (choices.some(({ reasoning }) => reasoning !== '')) return 'reasoning'
  if (choices.some(({ calls }) => calls.length > 0)) return 'tool call'
  if (holdsSources(readJson(record.data))) return 'sources'
  if (choices.some(({ finishReason }) => finishReason !== undefined)) return 'finish'
  return chunks.some(({ usage }) => usage !== undefined) ? 'usage' : 'other'
}

/** Search results come inside the vendor's own object, whatever the vendor is called. */
function holdsSources(chunk: JsonValue | undefined): boolean {
  if (!isJsonObject(chunk)) return false
  return Object.entries(chunk).some(
    ([name, value]) =>
      name.endsWith('_search_results') ||
      (isJsonObject(value) && objects(value['web_search_citations']).length > 0),
  )
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

interface EventFilter {
  /** Found anywhere in an event's name or data, as it came or opened, in any case; empty for all. */
  text: string
  /** Undefined for all kinds. */
  kind: EventKind | undefined
  /** By which the service names its own members. */
  providerName: string
}

/** The indexes of the wanted among the first `count` events, in their order. */
export function filterEvents(
  events: EventSequence,
  count: number,
  { text, kind, providerName }: EventFilter,
): number[] {
  const sought = text.trim().toLowerCase()
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const record = events.at(index)
    if (record === undefined) break
    if (kind === 'not understood') {
      if (!isNotUnderstood(record, providerName)) continue
    } else if (kind !== undefined && eventKind(record) !== kind) continue
    if (sought !== '' && !holds(record, sought) && !holds(decrypted(record), sought)) continue
    found.push(index)
  }
  return found
}

function holds({ event = '', data }: StreamEventRecord, sought: string): boolean {
  return `${event}\n${data}`.toLowerCase().includes(sought)
}

/** An answer as it stood after so many events. */
export interface AnswerPoint {
  events: number
  answer: Answer
  /** Present once an event said that the stream failed; no later event changes the answer. */
  failure?: string
}

/** Events are worked off in steps of this size, each a point to start from when going back. */
const STEP = 200

type Streamed = Pick<Exchange, 'events' | 'providerName' | 'headers'>

/**
 * A way to ask what the answer of an exchange looked like after its first `count` events, opened where
 * this page opened them. Points on
 * the way are kept, so that moving about in a long stream stays quick in both directions.
 */
export function answerReplay({
  events,
  providerName,
  headers,
}: Streamed): (count: number) => AnswerPoint {
  const context = { providerName, nowMs: 0 }
  const served = servedModel(
    headers.map(([name, value]) => [neutralHeaderName(name, providerName), value]),
  )
  const start: Answer = { ...emptyAnswer, ...given({ served }) }
  const points: AnswerPoint[] = [{ events: 0, answer: start }]

  const advance = (point: AnswerPoint, count: number): AnswerPoint => {
    if (point.failure !== undefined) return { ...point, events: count }
    const { answer, failure } = withEvents(
      point.answer,
      events.slice(point.events, count).map(decrypted),
      context,
    )
    return { events: count, answer, ...(failure === undefined ? {} : { failure: failure.message }) }
  }
  return (count) => {
    const wanted = Math.max(0, Math.min(count, events.length))
    const step = Math.floor(wanted / STEP)
    for (let index = points.length; index <= step; index += 1) {
      const before = points[index - 1]
      if (before !== undefined) points[index] = advance(before, index * STEP)
    }
    const point = points[step] ?? { events: 0, answer: start }
    return point.events === wanted ? point : advance(point, wanted)
  }
}
