import type { SignInReason } from '../../../../contract/errors/service-error.ts'
import type { SignInFields } from '../../../../contract/wallet/sign-in.ts'

/** Oldest sign-in that is accepted, ms. */
const MAX_AGE_MS = 300_000

/** How far a clock may be ahead, and a timestamp beside the text off it, ms. */
const MAX_SKEW_MS = 30_000

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** What is wrong with the times of a sign-in at `now` (Unix ms), if anything. */
export function validateSignInTimes(
  { issuedAt, expirationTime, notBefore }: SignInFields,
  timestamp: number | undefined,
  now: number,
): SignInReason | undefined {
  const issued = parseTime(issuedAt)
  if (Number.isNaN(issued)) return 'INVALID_MESSAGE'
  if (timestamp !== undefined && !(Math.abs(timestamp - issued) <= MAX_SKEW_MS))
    return 'TIMESTAMP_MISMATCH'
  if (now - issued > MAX_AGE_MS) return 'EXPIRED'
  if (issued - now > MAX_SKEW_MS) return 'FUTURE_TIMESTAMP'
  // Written so that a time that is none refuses too.
  if (expirationTime !== undefined && !(parseTime(expirationTime) > now)) return 'EXPIRED'
  if (notBefore !== undefined && !(parseTime(notBefore) <= now)) return 'NOT_BEFORE'
  return undefined
}

/** Unix ms of an ISO 8601 time; NaN for what merely looks like one. */
export function parseTime(text: string): number {
  return ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
}
