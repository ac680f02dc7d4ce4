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

/** Whether a job goes on by itself. */
export function isOpen({ state }: Job): boolean {
  return state === 'intended' || state === 'submitted' || state === 'running'
}

/** Whether its status is retrieved by itself. */
export function isFollowed({ state }: Job): boolean {
  return state === 'submitted' || state === 'running'
}

/** The job once more has happened to it: what went wrong before is no longer said. */
export function advanced(
  { problem: _problem, isOverLimit: _isOverLimit, endedAt: _endedAt, ...rest }: Job,
  change: Partial<Job>,
): Job {
  return { ...rest, ...change }
}
