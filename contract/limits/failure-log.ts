import { parseModelSuffix } from '../chat/model-suffix.ts'
import type { FailureReport } from '../headers/response-facts.ts'
import { isJsonObject } from '../json.ts'
import { FAILURE_BLOCK_MS, FAILURE_BUDGET, FAILURE_WINDOW_MS } from './sizes.ts'

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
  /** What it was counted for, see {@link failureScope}; absent for nothing in particular. */
  readonly scope?: string
}

/**
 * What all tabs know together of the failures of one credential (contract, "Abuse protection"):
 * enough to stay under the limit and to say what used it up.
 */
export interface FailureLog {
  /** Oldest first. */
  readonly failed: readonly FailedRequest[]
  /** Requests whose status is not known yet: any of them may fail. */
  readonly open: readonly { readonly id: string; readonly since: number; readonly scope?: string }[]
  /** Set while the service refuses everything; after it one probe goes first. */
  readonly blockedUntil?: number
  /**
   * What the service last reported of each scope, with when its request was sent. Present, if only empty, once it reported anything:
   * then it counts each scope by itself.
   */
  readonly reports?: Readonly<Record<string, FailureReport & { readonly at: number }>>
  /** What the latest report leaves and what had failed by then, together: so many the service allows, at least 1. */
  readonly limit?: number
}

/**
 * What services that report their count have one for: the model of a request, however it is spelled, and its `user`.
 * @param idOf the ID of a model by another of its names, as far as it is known
 */
export function failureScope(body: unknown, idOf = (name: string) => name): string {
  const { model, user } = isJsonObject(body) ? body : {}
  const id = typeof model === 'string' ? oneSpelling(idOf(parseModelSuffix(model).id)) : undefined
  return [id, user].filter((part) => typeof part === 'string').join(' ')
}

/** The look-up of a service forgives case, dots, underscores, spaces and a provider before a slash. */
function oneSpelling(id: string): string {
  return id
    .toLowerCase()
    .replace(/^.*\//, '')
    .replaceAll(/[._\s-]/g, '')
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
  scope = '',
): Admission {
  const log = current(before, now)
  if (log.blockedUntil !== undefined) {
    if (log.blockedUntil > now) return { ok: false, log, waitMs: log.blockedUntil - now }
    if (log.open.length > 0 || purpose !== 'click') return { ok: false, log, waitMs: MARGIN_MS }
  }
  const { allowed, failed, report } = countedIn(log, scope)
  const open = log.reports === undefined ? log.open : log.open.filter(isIn(scope))
  const left = allowed - failed.length - open.length
  // Of a smaller budget each needs its part.
  const part = report === undefined ? allowed / FAILURE_BUDGET : 1
  const needed = Math.max(1, Math.floor(NEEDED[purpose] * part))
  if (left >= needed)
    return { ok: true, log: { ...log, open: [...log.open, { id, since: now, scope }] } }
  const waitMs =
    report === undefined ? waitFor(failed, needed - left, now) : report.resetsAtMs + MARGIN_MS - now
  return { ok: false, log, waitMs }
}

/**
 * Notes how an admitted request ended. `blocked`: the service said that it refuses everything, or, where it
 * reports its count, everything of that scope.
 */
export function settle(
  before: FailureLog,
  id: string,
  result: 'ok' | 'failed' | 'blocked' | 'unsent',
  now: number,
  request: Omit<FailedRequest, 'at' | 'scope'> = {},
  report?: FailureReport,
): FailureLog {
  const { since = now, scope = '' } = before.open.find((request) => request.id === id) ?? {}
  const known = current(before, now)
  const reports = withReport(known.reports, scope, result, since, report)
  const log = {
    ...known,
    ...(reports && { reports }),
    ...(report && { limit: limitBy(report, known.failed.filter(isIn(scope)), result) }),
  }
  const open = log.open.filter((request) => request.id !== id)
  const failed = [...log.failed, { ...request, at: now, ...(scope && { scope }) }]
  switch (result) {
    case 'unsent':
      return { ...log, open }
    case 'ok': {
      const { blockedUntil: _, ...free } = log
      return { ...free, open }
    }
    case 'failed':
      return { ...log, open, failed }
    case 'blocked': {
      // A report that is over already is of another clock: it holds nothing back.
      if (report !== undefined && report.resetsAtMs > now) return { ...log, open, failed }
      const { reports: _, limit: _limit, ...together } = log
      return { ...together, open, failed, blockedUntil: now + FAILURE_BLOCK_MS + MARGIN_MS }
    }
  }
}

/**
 * The reports with a new one. It was made while its request was under way, so what failed since then may or
 * may not be in it: those count beside it, its own request with them.
 */
function withReport(
  reports: FailureLog['reports'],
  scope: string,
  result: Parameters<typeof settle>[2],
  since: number,
  report: FailureReport | undefined,
): FailureLog['reports'] {
  if (report === undefined) return reports
  // A report for a request that was sent later says more, but for a block.
  if (result !== 'blocked' && (reports?.[scope]?.at ?? 0) > since) return reports
  const remaining = result === 'blocked' ? 0 : report.remaining + (result === 'failed' ? 1 : 0)
  return { ...reports, [scope]: { ...report, at: since, remaining } }
}

function limitBy(
  { remaining }: FailureReport,
  failed: readonly FailedRequest[],
  result: Parameters<typeof settle>[2],
): number {
  return Math.max(1, remaining + failed.length + (result === 'failed' ? 1 : 0))
}

interface CountedFailures {
  /** Failures that the service allows: in 30 seconds, or beside those that its report knew of. */
  readonly allowed: number
  /** Those that count against it. Oldest first. */
  readonly failed: readonly FailedRequest[]
  /** What the service reported; absent where it did not, so that the contract's number applies. */
  readonly report?: FailureReport
}

/** The failures of one scope, or of all while the service reports no count of its own. */
export function failuresOf(before: FailureLog, scope: string, now: number): CountedFailures {
  return countedIn(current(before, now), scope)
}

function countedIn(
  { failed, reports, limit = FAILURE_BUDGET }: FailureLog,
  scope: string,
): CountedFailures {
  if (reports === undefined) return { allowed: FAILURE_BUDGET, failed }
  const own = failed.filter(isIn(scope))
  const report = Object.hasOwn(reports, scope) ? reports[scope] : undefined
  if (report === undefined) return { allowed: Math.min(FAILURE_BUDGET, limit), failed: own }
  return { allowed: report.remaining, failed: own.filter(({ at }) => at >= report.at), report }
}

function isIn(scope: string) {
  return (request: { readonly scope?: string }): boolean => (request.scope ?? '') === scope
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
  const { failed, open, blockedUntil, reports, limit } = value as Partial<
    Record<keyof FailureLog, unknown>
  >
  return {
    failed: Array.isArray(failed) ? failed.flatMap(readFailedRequest) : [],
    open: Array.isArray(open) ? open.filter(isOpenRequest) : [],
    ...(typeof blockedUntil === 'number' ? { blockedUntil } : {}),
    ...(typeof limit === 'number' && limit >= 1 ? { limit } : {}),
    ...(typeof reports === 'object' && reports !== null
      ? { reports: Object.fromEntries(Object.entries(reports).filter(isReportEntry)) }
      : {}),
  }
}

function isReportEntry(
  entry: [string, unknown],
): entry is [string, FailureReport & { at: number }] {
  const [, report] = entry
  if (typeof report !== 'object' || report === null) return false
  const { at, remaining, resetsAtMs } = report as Partial<Record<string, unknown>>
  return [at, remaining, resetsAtMs].every((member) => typeof member === 'number')
}

function readFailedRequest(value: unknown): FailedRequest[] {
  if (typeof value !== 'object' || value === null || !('at' in value)) return []
  const { at, status, operation, scope } = value as Partial<Record<keyof FailedRequest, unknown>>
  if (typeof at !== 'number') return []
  return [
    {
      at,
      ...(typeof status === 'number' ? { status } : {}),
      ...(typeof operation === 'string' ? { operation } : {}),
      ...(typeof scope === 'string' ? { scope } : {}),
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
    typeof value.since === 'number' &&
    (!('scope' in value) || typeof value.scope === 'string')
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
    ...(log.reports && {
      reports: Object.fromEntries(
        Object.entries(log.reports).filter(
          ([, { at, resetsAtMs }]) => resetsAtMs + MARGIN_MS > now && at <= now + FAILURE_WINDOW_MS,
        ),
      ),
    }),
  }
}

/** Until enough failures are too old to count; requests under way may free the budget sooner. */
function waitFor(failed: readonly FailedRequest[], missing: number, now: number): number {
  const at = failed[Math.min(missing, failed.length) - 1]?.at
  return at === undefined
    ? MARGIN_MS
    : Math.max(MARGIN_MS, at + FAILURE_WINDOW_MS + MARGIN_MS - now)
}
