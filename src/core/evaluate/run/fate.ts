import type { Failure } from '../../../../contract/errors/failure.ts'
import type { SentChat } from './send-chat.ts'

/** Why a run ended before all its cells were sent. */
export interface StopReason {
  kind:
    /** Somebody pressed Stop. */
    | 'stopped'
    /** 401: nothing more can succeed. */
    | 'unauthorized'
    /** 402: nothing more can succeed. */
    | 'payment'
    /** The next request could cost more than is left. */
    | 'spend-limit'
    /** There is a limit, and nobody knows what a request may cost. */
    | 'unknown-cost'
    /** So many requests failed that more would get the key blocked. */
    | 'failures'
    /** The service allows the next request too late to wait for it. */
    | 'rate-limit'
    /** The request can't leave this page: offline, blocked, not signed. */
    | 'not-sent'
    /** Another tab runs this board. */
    | 'elsewhere'
    /** The board was deleted. */
    | 'deleted'
    /** The browser refused to store the cells. */
    | 'storage'
  /** What happened, for a person. */
  message: string
  /** The failure behind it, where there is one. */
  failure?: Failure
}

/** What a request that has no whole response means for the rest of its run. */
export type Fate =
  /** Only this cell. */
  | { what: 'error' }
  /** The cell waits again, and goes when `until` has passed (Unix ms; undefined: not known). */
  | { what: 'later'; until: number | undefined }
  /** The cell waits again until other requests have settled. */
  | { what: 'crowded'; reason: StopReason }
  /** The cell waits again, and the run ends. */
  | { what: 'stop'; reason: StopReason }

/** Decides by the failure of a request. Nothing that may have been charged is sent again by itself. */
export function fateOf({ answer, isUnsent, status = 0 }: SentChat): Fate {
  const { failure } = answer
  const isRefused = status >= 400
  if (!isUnsent && !isRefused) return { what: 'error' }
  // It was stopped before it was sent.
  if (failure === undefined) return { what: 'later', until: 0 }
  const stop = (kind: StopReason['kind']): Fate => ({
    what: 'stop',
    reason: { kind, message: failure.message, failure },
  })
  const { kind } = failure
  if (kind === 'paused') return { what: 'later', until: failure.retryAtMs }
  if (kind === 'rate_limited') return { what: 'later', until: failure.retryAtMs }
  if (kind === 'over_spend_cap')
    return { what: 'crowded', reason: { kind: 'spend-limit', message: failure.message, failure } }
  // Its limits count what other requests may cost until these have settled.
  if (kind === 'not_signed')
    return { what: 'crowded', reason: { kind: 'not-sent', message: failure.message, failure } }
  if (kind === 'abuse_blocked') return stop('failures')
  if (kind === 'not_encrypted' || kind === 'page_error' || kind === 'pro_only')
    return { what: 'error' }
  if (isUnsent) return stop('not-sent')
  if (status === 401) return stop('unauthorized')
  return status === 402 ? stop('payment') : { what: 'error' }
}
