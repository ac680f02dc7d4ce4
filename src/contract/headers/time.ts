/** Latest moment a JavaScript Date can hold, in Unix milliseconds. */
const MAX_TIME_MS = 8.64e15

/**
 * The moment (Unix milliseconds) that a rate-limit reset value names. Published descriptions
 * disagree about its unit, so size decides: above 1e12 it is Unix milliseconds, above 1e9 Unix
 * seconds, else seconds from `nowMs`. Undefined for a value that is not a number, is negative, or
 * lies beyond what a date can hold.
 */
export function resetTimeMs(value: string | undefined, nowMs: number): number | undefined {
  const number = nonNegativeNumber(value)
  if (number === undefined) return undefined
  if (number > 1e12) return number <= MAX_TIME_MS ? number : undefined
  return number > 1e9 ? number * 1000 : nowMs + number * 1000
}

/** The moment (Unix milliseconds) that `Retry-After` names, given in seconds or as an HTTP date. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const seconds = nonNegativeNumber(value)
  if (seconds !== undefined) {
    const at = nowMs + seconds * 1000
    return at <= MAX_TIME_MS ? at : undefined
  }
  // A date has a letter; without this test `Date.parse` would take "-5" for a year.
  return value !== undefined && /[A-Za-z]/.test(value) ? dateMs(value) : undefined
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
