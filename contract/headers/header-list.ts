/** Headers as name and value pairs, as `[...response.headers]` gives them. Names in any letter case. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The value of a header by name in any letter case; undefined when it is absent or empty. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const found = headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1].trim()
  return found === '' ? undefined : found
}

/** The charset of a body by its first bytes or its content type; UTF-8 where neither names one that can be read. */
export function charsetOf([first, second]: Uint8Array, contentType: string): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const named = /charset=["']?([\w.:-]+)/i.exec(contentType)?.[1]
  try {
    return new TextDecoder(named).encoding
  } catch {
    return 'utf-8'
  }
}

/** Latest moment a JavaScript Date can hold, in Unix milliseconds. */
const MAX_TIME_MS = 8.64e15

/**
 * The moment (Unix milliseconds) that a rate-limit reset value names. Published descriptions
 * disagree about its unit, so size decides: above 1e12 it is Unix milliseconds, above 1e9 Unix
 * seconds, else seconds from `nowMs`. Undefined for a value that is not a number, is negative, or
 * lies beyond what a date can hold. `aheadMs` is what this clock is ahead of the service's: a moment
 * that the service names comes so much later on this one.
 */
export function resetTimeMs(
  value: string | undefined,
  nowMs: number,
  aheadMs = 0,
): number | undefined {
  const number = nonNegativeNumber(value)
  if (number === undefined) return undefined
  if (number > 1e12) return number <= MAX_TIME_MS ? number + aheadMs : undefined
  return number > 1e9 ? number * 1000 + aheadMs : nowMs + number * 1000
}

/**
 * The moment (Unix milliseconds) that `Retry-After` names, given in seconds or as an HTTP date of a
 * clock that this one is `aheadMs` ahead of.
 */
export function retryAfterMs(
  value: string | undefined,
  nowMs: number,
  aheadMs = 0,
): number | undefined {
  const seconds = nonNegativeNumber(value)
  if (seconds !== undefined) {
    const at = nowMs + seconds * 1000
    return at <= MAX_TIME_MS ? at : undefined
  }
  // A date has a letter; without this test `Date.parse` would take "-5" for a year.
  const at = value !== undefined && /[A-Za-z]/.test(value) ? dateMs(value) : undefined
  return at === undefined ? undefined : at + aheadMs
}

/**
 * How far this clock is ahead of the service's when an answer arrives, ms; 0 when it does not say. A
 * `Date` is cut to the second and was written before the way here, so the figure is never too small.
 */
export function clockAheadMs(headers: HeaderList, nowMs: number): number {
  const theirs =
    dateMs(headerValue(headers, 'date')) ?? dateMs(headerValue(headers, 'x-vendor-timestamp'))
  return theirs === undefined ? 0 : nowMs - theirs
}

/** The moment (Unix milliseconds) of an HTTP date or an ISO 8601 date; undefined when unreadable. */
export function dateMs(value: string | undefined): number | undefined {
  const at = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

/** A number of zero or more in plain decimal form; undefined for NaN, negatives, hex and words. */
export function nonNegativeNumber(value: string | undefined): number | undefined {
  if (value === undefined || !/^\s*\d{1,20}(\.\d{1,20})?\s*$/.test(value)) return undefined
  return Number(value)
}
