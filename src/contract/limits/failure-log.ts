import { FAILURE_BLOCK_MS, FAILURE_BUDGET, FAILURE_WINDOW_MS } from './abuse.ts'

/** Who asks for a request: a person, the page repeating one, or the page by itself. */
export type CallPurpose = 'press' | 'retry' | 'background'

/** How much of the budget must be left for each: what nobody waits for gives way first. */
const NEEDED: Record<CallPurpose, number> = { press: 1, retry: 6, background: 10 }

/** A margin over the service's window, for clocks and the way there, ms. */
const MARGIN_MS = 1_000

/** A request whose status is not known yet is taken for lost after this long, ms. */
const LOST_AFTER_MS = 300_000

/**
 * What all tabs know together of the failures of one credential (contract, "Abuse protection"):
 * enough to stay under the limit, nothing of the requests themselves.
 */
export interface FailureLog {
  /** When requests failed, Unix ms, oldest first. */
  readonly failedAt: readonly number[]
  /** Requests whose status is not known yet: any of them may fail. */
  readonly open: readonly { readonly id: string; readonly since: number }[]
  /** Set while the service refuses everything; after it one probe goes first. */
  readonly blockedUntil?: number
}

export const emptyFailureLog: FailureLog = { failedAt: [], open: [] }

/** A request may go, or must wait so many ms. */
export type Admission =
  | { readonly ok: true; readonly log: FailureLog }
  | { readonly ok: false; readonly log: FailureLog; readonly waitMs: number }

/**
 * Lets a request go only if it could fail, and everything under way with it, without reaching the
 * limit. After a block exactly one request goes at a time until one succeeds.
 */
export function admit(
  before: FailureLog,
  id: string,
  purpose: CallPurpose,
  now: number,
): Admission {
  const log = current(before, now)
  if (log.blockedUntil !== undefined) {
    if (log.blockedUntil > now) return { ok: false, log, waitMs: log.blockedUntil - now }
    if (log.open.length > 0 || purpose !== 'press') return { ok: false, log, waitMs: MARGIN_MS }
  }
  const left = FAILURE_BUDGET - log.failedAt.length - log.open.length
  if (left < NEEDED[purpose])
    return { ok: false, log, waitMs: waitFor(log, NEEDED[purpose] - left, now) }
  return { ok: true, log: { ...log, open: [...log.open, { id, since: now }] } }
}

/** Notes how an admitted request ended. `blocked`: the service said that it refuses everything. */
export function settle(
  before: FailureLog,
  id: string,
  result: 'ok' | 'failed' | 'blocked' | 'unsent',
  now: number,
): FailureLog {
  const log = current(before, now)
  const open = log.open.filter((request) => request.id !== id)
  switch (result) {
    case 'unsent':
      return { ...log, open }
    case 'ok': {
      const { blockedUntil: _, ...free } = log
      return { ...free, open }
    }
    case 'failed':
      return { ...log, open, failedAt: [...log.failedAt, now] }
    case 'blocked':
      return {
        ...log,
        open,
        failedAt: [...log.failedAt, now],
        blockedUntil: now + FAILURE_BLOCK_MS + MARGIN_MS,
      }
  }
}

/** Failures that still count, for showing. */
export function failuresThatCount(log: FailureLog, now: number): number {
  return current(log, now).failedAt.length
}

/** Reads a stored log; anything else is an empty one. */
export function readFailureLog(value: unknown): FailureLog {
  if (typeof value !== 'object' || value === null) return emptyFailureLog
  const { failedAt, open, blockedUntil } = value as Partial<Record<keyof FailureLog, unknown>>
  return {
    failedAt: Array.isArray(failedAt) ? failedAt.filter((at) => typeof at === 'number') : [],
    open: Array.isArray(open) ? open.filter(isOpenRequest) : [],
    ...(typeof blockedUntil === 'number' ? { blockedUntil } : {}),
  }
}

function isOpenRequest(value: unknown): value is FailureLog['open'][number] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'since' in value &&
    typeof value.since === 'number'
  )
}

/** The log without what no longer counts. A clock that was set back forgets nothing that counts. */
function current(log: FailureLog, now: number): FailureLog {
  return {
    ...log,
    failedAt: log.failedAt.filter(
      (at) => at > now - FAILURE_WINDOW_MS - MARGIN_MS && at <= now + FAILURE_WINDOW_MS,
    ),
    open: log.open.filter(
      ({ since }) => since > now - LOST_AFTER_MS && since <= now + LOST_AFTER_MS,
    ),
  }
}

/** Until enough failures are too old to count; requests under way may free the budget sooner. */
function waitFor({ failedAt }: FailureLog, missing: number, now: number): number {
  const at = failedAt[Math.min(missing, failedAt.length) - 1]
  return at === undefined
    ? MARGIN_MS
    : Math.max(MARGIN_MS, at + FAILURE_WINDOW_MS + MARGIN_MS - now)
}
