import { FAILURE_BLOCK_MS, FAILURE_BUDGET, FAILURE_WINDOW_MS } from './abuse.ts'

/** Who asks for a request: a person, the page repeating one, or the page by itself. */
export type CallPurpose = 'click' | 'retry' | 'background'

/** How much of the budget must be left for each: what nobody waits for gives way first. */
const NEEDED: Record<CallPurpose, number> = { click: 1, retry: 6, background: 10 }

/** A margin over the service's window, for clocks and the way there, ms. */
const MARGIN_MS = 1_000

/** A request whose status is not known yet is taken for lost after this long, ms. */
const LOST_AFTER_MS = 300_000

/** A request that failed: enough to know it again, nothing of what it said. */
export interface FailedRequest {
  /** Unix ms. */
  readonly at: number
  /** Absent when no answer came. */
  readonly status?: number
  /** The operation, see {@link operationOf}. */
  readonly operation?: string
}

/**
 * What all tabs know together of the failures of one credential (contract, "Abuse protection"):
 * enough to stay under the limit and to say what used it up.
 */
export interface FailureLog {
  /** Oldest first. */
  readonly failed: readonly FailedRequest[]
  /** Requests whose status is not known yet: any of them may fail. */
  readonly open: readonly { readonly id: string; readonly since: number }[]
  /** Set while the service refuses everything; after it one probe goes first. */
  readonly blockedUntil?: number
}

export const emptyFailureLog: FailureLog = { failed: [], open: [] }

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
    if (log.open.length > 0 || purpose !== 'click') return { ok: false, log, waitMs: MARGIN_MS }
  }
  const left = FAILURE_BUDGET - log.failed.length - log.open.length
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
  request: Omit<FailedRequest, 'at'> = {},
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
      return { ...log, open, failed: [...log.failed, { ...request, at: now }] }
    case 'blocked':
      return {
        ...log,
        open,
        failed: [...log.failed, { ...request, at: now }],
        blockedUntil: now + FAILURE_BLOCK_MS + MARGIN_MS,
      }
  }
}

/** Failures that still count, for showing; oldest first. */
export function failuresThatCount(log: FailureLog, now: number): readonly FailedRequest[] {
  return current(log, now).failed
}

/** The operation of a path, without its query and without parts that may name someone. */
export function operationOf(method: string, path: string): string {
  const parts = path.split(/[?#]/, 1)[0]?.split('/') ?? []
  return `${method} ${parts.map((part) => (/^[\w-]{0,24}$/.test(part) ? part : '…')).join('/')}`
}

/** Reads a stored log; anything else is an empty one. */
export function readFailureLog(value: unknown): FailureLog {
  if (typeof value !== 'object' || value === null) return emptyFailureLog
  const { failed, open, blockedUntil } = value as Partial<Record<keyof FailureLog, unknown>>
  return {
    failed: Array.isArray(failed) ? failed.flatMap(readFailedRequest) : [],
    open: Array.isArray(open) ? open.filter(isOpenRequest) : [],
    ...(typeof blockedUntil === 'number' ? { blockedUntil } : {}),
  }
}

function readFailedRequest(value: unknown): FailedRequest[] {
  if (typeof value !== 'object' || value === null || !('at' in value)) return []
  const { at, status, operation } = value as Partial<Record<keyof FailedRequest, unknown>>
  if (typeof at !== 'number') return []
  return [
    {
      at,
      ...(typeof status === 'number' ? { status } : {}),
      ...(typeof operation === 'string' ? { operation } : {}),
    },
  ]
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
    failed: log.failed.filter(
      ({ at }) => at > now - FAILURE_WINDOW_MS - MARGIN_MS && at <= now + FAILURE_WINDOW_MS,
    ),
    open: log.open.filter(
      ({ since }) => since > now - LOST_AFTER_MS && since <= now + LOST_AFTER_MS,
    ),
  }
}

/** Until enough failures are too old to count; requests under way may free the budget sooner. */
function waitFor({ failed }: FailureLog, missing: number, now: number): number {
  const at = failed[Math.min(missing, failed.length) - 1]?.at
  return at === undefined
    ? MARGIN_MS
    : Math.max(MARGIN_MS, at + FAILURE_WINDOW_MS + MARGIN_MS - now)
}
