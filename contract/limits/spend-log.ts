import { isJsonObject } from '../json.ts'
import { countedCharge } from '../money.ts'

/** What may be spent at most, micro-USD; an absent cap is none. */
export interface SpendCaps {
  readonly request?: number
  readonly session?: number
  readonly day?: number
}

/** The caps, the narrowest first. */
export const SPEND_CAPS = ['request', 'session', 'day'] as const
export type SpendCap = (typeof SPEND_CAPS)[number]

/** A session ends after this long without a request, ms. */
export const SESSION_PAUSE_MS = 3_600_000

/** A request that has not told its cost for so long is counted with all it may have cost, ms. */
const LOST_AFTER_MS = 900_000

/**
 * What all tabs know together of the money spent on one API: amounts in micro-USD and times in Unix
 * ms, nothing of the requests. `open` holds what requests under way may cost at most.
 */
export interface SpendLog {
  readonly caps: SpendCaps
  readonly session: { readonly since: number; readonly lastAt: number; readonly spent: number }
  readonly day: { readonly start: number; readonly spent: number }
  readonly open: readonly {
    readonly id: string
    readonly since: number
    readonly ceiling: number
  }[]
}

/** A moment, and when its day began where the person is, both Unix ms. */
export interface Moment {
  readonly now: number
  readonly dayStart: number
}

export const emptySpendLog: SpendLog = {
  caps: {},
  session: { since: 0, lastAt: 0, spent: 0 },
  day: { start: 0, spent: 0 },
  open: [],
}

/** What a request would break: the cap, what counts against it already, and what it may cost. */
export interface SpendRefusal {
  readonly cap: SpendCap
  readonly limit: number
  /** Spent, and held by requests under way; 0 for the cap of one request. */
  readonly counted: number
  /** Undefined: nobody knows what it may cost, so no cap could be kept. */
  readonly ceiling?: number
}

/** A request may go and its ceiling is held, or it may not. */
export type SpendAdmission =
  | { readonly ok: true; readonly log: SpendLog }
  | { readonly ok: false; readonly log: SpendLog; readonly refusal: SpendRefusal }

/**
 * Lets a request go only if no cap can break, whatever it and everything under way cost in the end.
 * `isExempt`: a person lets this one go in spite of the caps; it counts all the same.
 */
export function admitSpend(
  before: SpendLog,
  { id, ceiling: named, isExempt }: { id: string; ceiling: number | undefined; isExempt: boolean },
  moment: Moment,
): SpendAdmission {
  const log = current(before, moment)
  const ceiling = countedCharge(named, undefined)
  const refusal = isExempt ? undefined : refusalOf(log, ceiling)
  if (refusal !== undefined) return { ok: false, log, refusal }
  const { now } = moment
  const { session } = log
  return {
    ok: true,
    log: {
      ...log,
      session: { ...session, since: session.since === 0 ? now : session.since, lastAt: now },
      open: [...log.open, { id, since: now, ceiling: ceiling ?? 0 }],
    },
  }
}

/** Notes what an admitted request cost; where it did not say, or that is no charge, all it may have cost counts. */
export function settleSpend(
  before: SpendLog,
  id: string,
  cost: number | undefined,
  moment: Moment,
): SpendLog {
  const log = current(before, moment)
  const held = log.open.find((request) => request.id === id)
  const open = log.open.filter((request) => request.id !== id)
  return withSpent({ ...log, open }, countedCharge(cost, held?.ceiling ?? 0))
}

/** The log with other caps. */
export function withCaps(log: SpendLog, caps: SpendCaps): SpendLog {
  return { ...log, caps }
}

/** The log with a session that begins now; what the day has cost stays. */
export function withNewSession(before: SpendLog, moment: Moment): SpendLog {
  const log = current(before, moment)
  return { ...log, session: { since: moment.now, lastAt: moment.now, spent: 0 } }
}

/** The log as it stands at a moment: a day or a session that is over starts anew. */
export function current(log: SpendLog, { now, dayStart }: Moment): SpendLog {
  const lost = log.open.filter(({ since }) => Math.abs(now - since) > LOST_AFTER_MS)
  const open = log.open.filter((request) => !lost.includes(request))
  const settled = withSpent(
    { ...log, open },
    lost.reduce((sum, { ceiling }) => sum + ceiling, 0),
  )
  const { session, day } = settled
  const isOver = open.length === 0 && Math.abs(now - session.lastAt) > SESSION_PAUSE_MS
  return {
    ...settled,
    session: isOver ? { since: 0, lastAt: 0, spent: 0 } : session,
    day: day.start === dayStart ? day : { start: dayStart, spent: 0 },
  }
}

/** What requests under way may cost at most. */
export function heldOf({ open }: SpendLog): number {
  return open.reduce((sum, { ceiling }) => sum + ceiling, 0)
}

/** Reads a stored log; anything else is an empty one. Without a schema: the first screen reads it. */
export function readSpendLog(value: unknown): SpendLog {
  return isSpendLog(value) ? value : emptySpendLog
}

function isSpendLog(value: unknown): value is SpendLog {
  if (!isJsonObject(value)) return false
  const { caps, session, day, open } = value
  return (
    isJsonObject(caps) &&
    SPEND_CAPS.every((name) => !Object.hasOwn(caps, name) || isAmount(caps[name])) &&
    isJsonObject(session) &&
    Number.isFinite(session['since']) &&
    Number.isFinite(session['lastAt']) &&
    isAmount(session['spent']) &&
    isJsonObject(day) &&
    Number.isFinite(day['start']) &&
    isAmount(day['spent']) &&
    Array.isArray(open) &&
    open.every(
      (request) =>
        isJsonObject(request) &&
        typeof request['id'] === 'string' &&
        Number.isFinite(request['since']) &&
        isAmount(request['ceiling']),
    )
  )
}

function isAmount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function refusalOf(log: SpendLog, ceiling: number | undefined): SpendRefusal | undefined {
  const held = heldOf(log)
  const counted = { request: 0, session: log.session.spent + held, day: log.day.spent + held }
  for (const name of SPEND_CAPS) {
    const limit = log.caps[name]
    if (limit === undefined) continue
    if (ceiling === undefined) return { cap: name, limit, counted: counted[name] }
    if (counted[name] + ceiling > limit)
      return { cap: name, limit, counted: counted[name], ceiling }
  }
  return undefined
}

function withSpent(log: SpendLog, cost: number): SpendLog {
  if (cost === 0) return log
  return {
    ...log,
    session: { ...log.session, spent: log.session.spent + cost },
    day: { ...log.day, spent: log.day.spent + cost },
  }
}
