import { decodeBase64Json } from '../encoding/bytes.ts'
import { microUsdFrom } from '../money.ts'
import { dateMs, nonNegativeNumber, resetTimeMs, retryAfterMs } from './header-list.ts'

/** How a header's value is read. */
export type HeaderType =
  | 'string'
  /** Text that is URL-encoded. */
  | 'encoded-string'
  | 'number'
  /** The words `true` and `false`. */
  | 'boolean'
  /** RFC 7231 date. */
  | 'date'
  /** ISO 8601 date or date-time. */
  | 'iso-date'
  /** Unix time in seconds or milliseconds, see `resetTimeMs`. */
  | 'unix-time'
  /** Seconds from now; `Retry-After` may hold a date instead. */
  | 'seconds'
  | 'money-usd'
  | 'money-diem'
  /** Standard base64 of UTF-8 JSON. */
  | 'base64-json'
  /** Service revision, `YYYYMMDD.HHMMSS`. */
  | 'revision'

/** What a header is about; headers are shown in these groups. */
export type HeaderGroup =
  | 'content'
  | 'service'
  | 'model'
  | 'rate-limit'
  | 'balance'
  | 'payment'
  | 'pagination'
  | 'content-safety'
  | 'encryption'
  | 'client'

/** One response header of the service. */
export interface HeaderSpec {
  /** Neutral spelling, in the letter case of the contract. */
  readonly name: string
  readonly type: HeaderType
  readonly group: HeaderGroup
  /** When it appears. */
  readonly appears: string
  /** What the value says. */
  readonly meaning: string
  /** What to do with it. */
  readonly use: string
  /** False for a header that the service is known to send although the contract does not list it. */
  readonly inContract: boolean
}

/** A header's value, read by its type. */
export type HeaderValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  /** A moment, Unix milliseconds. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** Micro-USD or micro-DIEM. */
  | { readonly kind: 'money'; readonly unit: 'USD' | 'DIEM'; readonly micro: number }
  | { readonly kind: 'json'; readonly json: unknown }
  /** The text does not follow the header's type. */
  | { readonly kind: 'unreadable'; readonly text: string }

/**
 * Reads one header value by its catalogue entry. Never throws: a value that does not follow its type
 * is `unreadable` and keeps its text.
 * @param nowMs arrival of the answer, Unix milliseconds; waiting times count from there
 */
export function parseHeader(spec: HeaderSpec, value: string, nowMs: number): HeaderValue {
  return parseAs(spec.type, value.trim(), nowMs) ?? { kind: 'unreadable', text: value }
}

function parseAs(type: HeaderSpec['type'], text: string, nowMs: number): HeaderValue | undefined {
  switch (type) {
    case 'string':
      return { kind: 'text', text }
    case 'encoded-string':
      return { kind: 'text', text: decodedText(text) }
    case 'number':
      return given(nonNegativeNumber(text), (number) => ({ kind: 'number', number }))
    case 'boolean':
      return given(booleanOf(text), (boolean) => ({ kind: 'boolean', boolean }))
    case 'date':
    case 'iso-date':
      return given(dateMs(text), timeAt)
    case 'unix-time':
      return given(resetTimeMs(text, nowMs), timeAt)
    case 'seconds':
      return given(resetTimeMs(text, nowMs) ?? retryAfterMs(text, nowMs), timeAt)
    case 'money-usd':
      return given(microUsdFrom(text), (micro) => ({ kind: 'money', unit: 'USD', micro }))
    case 'money-diem':
      return given(microUsdFrom(text), (micro) => ({ kind: 'money', unit: 'DIEM', micro }))
    case 'base64-json':
      return given(decodeBase64Json(text), (json) => ({ kind: 'json', json }))
    case 'revision':
      return given(revisionMs(text), timeAt)
  }
}

function given<T>(value: T | undefined, read: (value: T) => HeaderValue): HeaderValue | undefined {
  return value === undefined ? undefined : read(value)
}

function timeAt(atMs: number): HeaderValue {
  return { kind: 'time', atMs }
}

/** A URL-encoded text as it reads; one that isn't encoded is given back. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function booleanOf(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/** The moment (Unix milliseconds, UTC) of a service revision `YYYYMMDD.HHMMSS`. */
export function revisionMs(revision: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)\.(\d\d)(\d\d)(\d\d)$/.exec(revision)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const at = dateMs(iso)
  // `Date.parse` lets 31 February roll over into March.
  return at !== undefined && new Date(at).toISOString() === iso ? at : undefined
}
