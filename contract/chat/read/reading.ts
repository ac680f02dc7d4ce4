import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts'
import type { Citation } from '../response.ts'
import type { WireNote } from './wire-notes.ts'

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
