import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import type { Citation } from '../response.ts'

/** More places than this are not named. */
const MAX_ODD = 20

/** Texts of a delta that are no answer. */
export const KNOWN_TEXTS: ReadonlySet<string> = new Set([
  'role',
  'name',
  'type',
  'obfuscation',
  'thought_signature',
  'reasoning_signature',
])

/** One pass over one value: what it finds odd stands beside what it reads. */
export class Reading {
  /** Where members stood that could not be read. */
  readonly odd: string[] = []
  readonly notes = new Set<WireNote>()
  /** Sources that stand in a message. */
  readonly sources: Citation[] = []

  aside(place: string): undefined {
    if (this.odd.length < MAX_ODD) this.odd.push(place)
    return undefined
  }

  text(value: JsonValue | undefined, place: string): string | undefined {
    if (value === undefined || value === null || typeof value === 'string')
      return value ?? undefined
    return typeof value === 'number' ? String(value) : this.aside(place)
  }

  /** A count, or a price: not negative, in digits or as a text of digits. */
  amount(value: JsonValue | undefined, place: string): number | undefined {
    if (value === undefined || value === null) return undefined
    const number =
      typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number
    return this.aside(place)
  }

  /** Token counts are whole: money is worked out from them. */
  count(value: JsonValue | undefined, place: string): number | undefined {
    const count = this.amount(value, place)
    return count === undefined || Number.isSafeInteger(count) ? count : this.aside(place)
  }

  /** The members of an object of counts that are counts. */
  counts(value: JsonValue | undefined, place: string): Record<string, number> | undefined {
    if (value === undefined || value === null) return undefined
    if (!isJsonObject(value)) return this.aside(place)
    const counts: Record<string, number> = {}
    for (const [name, count] of Object.entries(value)) {
      const read = this.count(count, `${place}.${name}`)
      if (read !== undefined) counts[name] = read
    }
    return counts
  }

  unknownTexts(members: JsonObject, place: string): void {
    for (const [name, value] of Object.entries(members))
      if (!KNOWN_TEXTS.has(name) && value != null && holdsText(value))
        this.aside(`${place}.${name}`)
  }
}

/** Whether a text stands anywhere in a value, some levels deep. */
export function holdsText(value: JsonValue, depth = 0): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value !== 'object' || value === null || depth > 32) return false
  return Object.values(value).some((inner) => inner !== undefined && holdsText(inner, depth + 1))
}

/** What a server does in a way of its own, in words for somebody who debugs an integration. */
export const WIRE_NOTES = {
  tool_index_shifted: 'This server numbers tool calls from 1.',
  tool_index_repeated: 'This server gives several tool calls the same index.',
  tool_index_negative: 'This server gives a tool call an index below 0.',
  tool_index_missing: 'This server gives tool calls no index.',
  tool_id_missing: 'This server gives a tool call no id; one was made up here.',
  tool_arguments_object: 'This server sends tool arguments as JSON, not as text.',
  finish_reason_empty: 'This server sends an empty finish_reason before the end.',
  finish_reason_missing: 'This server gave no finish_reason.',
  usage_partial: 'This server left out token counts.',
  events_unparted: 'This server parts events by one line break instead of two.',
  stream_unlabeled: 'This server streams events under another content type.',
  whole_labeled_stream: 'This server labels a whole response as an event stream.',
  open_after_end: 'This server kept the connection open after [DONE].',
  nested_deeply: 'A part of the response was nested too deeply and is left out.',
} as const
export type WireNote = keyof typeof WIRE_NOTES

/** All of them, for what is read from a file. */
export const WIRE_NOTE_NAMES = Object.keys(WIRE_NOTES) as [WireNote, ...WireNote[]]
