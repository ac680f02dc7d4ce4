import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  readJson,
} from '../../../../contract/json.ts'
import type { StreamEventRecord } from '../../client/exchanges/exchange.ts'

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
export interface EventWindow {
  start: number
  end: number
}

/**
 * The newest rows. The start moves in steps of half a window, so that rows stay where they are while
 * a list grows.
 */
export function newestWindow(count: number): EventWindow {
  const step = WINDOW / 2
  return { start: Math.max(0, Math.floor((count - 1) / step) * step - step), end: count }
}

/** The rows from a chosen start. */
export function windowFrom(start: number, count: number): EventWindow {
  const first = Math.max(0, Math.min(start, count - 1))
  return { start: first, end: Math.min(count, first + WINDOW) }
}
