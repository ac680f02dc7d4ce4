import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { JsonValue } from '../../../contract/json.ts'
import type { JobKind } from './job-kind.ts'

/**
 * Where a job is. `intended`: written before its request left; `submitted` and `running`: it has an ID;
 * `unknown`: its request may have arrived, or nothing can be learned of it without a person.
 */
export type JobState = 'intended' | 'submitted' | 'running' | 'done' | 'failed' | 'unknown'

/** The request that queues a job: always a POST of JSON. */
export interface JobCall {
  path: string
  body?: JsonValue
  headers?: HeaderList
}

/** One job: a request that an API queues, and whose result is retrieved later. Times in Unix ms. */
export interface Job {
  id: string
  kind: JobKind
  connection: { id: string; name: string }
  call: JobCall
  /** The API returns the same job for the same `Idempotency-Key`, so it is sent, with this job's id. */
  sendsKey: boolean
  createdAt: number
  state: JobState
  /** The ID that the API gave it. */
  remoteId?: string
  /** The last request of it that was worth keeping: the one that queued it, then the one that ended it. */
  exchangeId?: string
  /** What went wrong last, in words. */
  problem?: string
  /** It was not sent, as it may cost more than a spend limit. */
  isOverLimit?: true
  /** How often its status was retrieved. */
  polls: number
  /** Retrievals in a row that the API refused. */
  refusals: number
  /** When its status is retrieved next. */
  nextAt: number
  endedAt?: number
  /** Size of the stored result, bytes; absent where none is stored. */
  resultBytes?: number
}

/** What happens to a job. */
export type JobEvent =
  | { type: 'submitted'; remoteId: string; exchangeId: string; nextAt: number }
  /** Nothing was queued: it was not sent, or the API refused it. */
  | { type: 'refused'; problem: string; isOverLimit?: true; exchangeId: string; at: number }
  /** It was sent, and nobody knows what came of it. */
  | { type: 'lost'; problem: string; isOverLimit?: true; exchangeId?: string; at: number }
  | { type: 'running'; nextAt: number }
  | { type: 'deferred'; problem: string; isRefusal: boolean; nextAt: number }
  | {
      type: 'ended'
      state: 'done' | 'failed'
      problem?: string
      exchangeId: string
      resultBytes?: number
      at: number
    }
  /** It did not end within a day. */
  | { type: 'overdue'; at: number }
  /** A person pressed Check. */
  | { type: 'checked'; remoteId?: string; at: number }
  /** A person pressed Retry: the same request goes out once more. */
  | { type: 'resent' }

/** After so many refusals in a row a job is no longer retrieved by itself. */
const MAX_REFUSALS = 3

const OVERDUE = 'It has not ended within a day.'

/** Whether a job goes on by itself. */
export function isOpen({ state }: Job): boolean {
  return state === 'intended' || state === 'submitted' || state === 'running'
}

/** The job after an event; undefined where that can't happen to it. */
export function advanceJob(job: Job, event: JobEvent): Job | undefined {
  const { problem: _problem, isOverLimit: _isOverLimit, ...rest } = job
  const isFollowed = job.state === 'submitted' || job.state === 'running'
  const isUnsure = job.state === 'intended' || job.state === 'unknown'
  switch (event.type) {
    case 'submitted': {
      // Also late: without locks, another tab may have taken the request for lost.
      if (!isUnsure || job.remoteId !== undefined) return undefined
      const { remoteId, exchangeId, nextAt } = event
      return { ...rest, state: 'submitted', remoteId, exchangeId, nextAt }
    }
    case 'refused': {
      if (!isUnsure || job.remoteId !== undefined) return undefined
      const { type: _type, at, ...reason } = event
      return { ...rest, ...reason, state: 'failed', endedAt: at }
    }
    case 'lost': {
      if (job.state !== 'intended') return undefined
      const { type: _type, at, ...reason } = event
      return { ...rest, ...reason, state: 'unknown', endedAt: at }
    }
    case 'running':
      if (!isFollowed) return undefined
      return { ...rest, state: 'running', polls: job.polls + 1, refusals: 0, nextAt: event.nextAt }
    case 'deferred': {
      if (!isFollowed) return undefined
      const { problem, isRefusal, nextAt } = event
      const refusals = isRefusal ? job.refusals + 1 : job.refusals
      const polls = job.polls + 1
      return refusals < MAX_REFUSALS
        ? { ...rest, problem, polls, refusals, nextAt }
        : { ...rest, problem, polls, refusals, state: 'unknown', endedAt: nextAt }
    }
    case 'ended': {
      if (!isFollowed) return undefined
      const { type: _type, at, ...end } = event
      return { ...rest, ...end, polls: job.polls + 1, endedAt: at }
    }
    case 'overdue':
      if (!isFollowed) return undefined
      return { ...rest, state: 'unknown', problem: OVERDUE, endedAt: event.at }
    case 'checked': {
      if (isFollowed) return { ...job, nextAt: event.at }
      const remoteId = job.remoteId ?? event.remoteId
      if (job.state !== 'unknown' || remoteId === undefined) return undefined
      const { endedAt: _endedAt, ...open } = rest
      return { ...open, state: 'submitted', remoteId, refusals: 0, nextAt: event.at }
    }
    case 'resent': {
      if (job.state !== 'unknown' || job.remoteId !== undefined) return undefined
      const { endedAt: _endedAt, ...open } = rest
      return { ...open, state: 'intended' }
    }
  }
}
