import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
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

function kindOf(record: StreamEventRecord): EventKind {
  if (record.data === '[DONE]') return 'end'
  if (eventError(record) !== undefined) return 'error'
  const value = readJson(record.data)
  if (!isJsonObject(value)) return 'other'
  const choices = objects(value['choices'])
  const deltas = choices.flatMap(({ delta }) => (isJsonObject(delta) ? [delta] : []))
  if (deltas.some(({ content }) => isFilled(content))) return 'text'
  if (deltas.some((delta) => isFilled(delta['reasoning_content']) || isFilled(delta['reasoning'])))
    return 'reasoning'
  if (deltas.some((delta) => objects(delta['tool_calls']).length > 0)) return 'tool call'
  if (holdsSources(value)) return 'sources'
  if (choices.some(({ finish_reason: finish }) => isFilled(finish))) return 'finish'
  return isJsonObject(value['usage']) ? 'usage' : 'other'
}

/** Search results come inside the vendor's own object, whatever the vendor is called. */
function holdsSources(chunk: JsonObject): boolean {
  return Object.entries(chunk).some(
    ([name, value]) =>
      name.endsWith('_search_results') ||
      (isJsonObject(value) && objects(value['web_search_citations']).length > 0),
  )
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function isFilled(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}
