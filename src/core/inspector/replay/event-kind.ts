import { readEvent } from '../../../../contract/chat/read/read-event.ts'
import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import type { StreamEventRecord } from '../../client/exchanges/exchange.ts'
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
