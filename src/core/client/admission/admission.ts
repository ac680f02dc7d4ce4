import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import type { Connection } from '../connection/connections.ts'
import type { MaxCost } from '../connection/credential.ts'
import type { Exchange } from '../exchanges/exchange.ts'

/** A request that waits to be admitted. */
export interface PendingRequest {
  connection: Connection
  method: string
  /** Below the base URL, with its query. */
  path: string
  url: string
  body?: JsonValue
  /** The page sends it by itself. */
  isBackground?: boolean
  /** Set by the admission that knows it, for those that are asked after it. */
  maxCost?: MaxCost
}

/**
 * What a request must be granted before it is sent: a stream slot, room under the spend limits, a
 * credential. Admissions are asked in order; the first that refuses ends the request.
 */
export type Admission = (
  pending: PendingRequest,
  signal: AbortSignal,
) => Grant | Refusal | Promise<Grant | Refusal>

export interface Grant {
  ok: true
  /** Headers to add, none of them a secret. */
  headers?: HeaderList
  /** Headers that authenticate the request; masked wherever the request is shown. */
  credentials?: HeaderList
  /** What to send instead of the body. */
  body?: JsonValue
  /** Called once when the status and the headers of the response are known. */
  onStatus?(isSuccess: boolean, headers: HeaderList): void
  /** Called exactly once, with the closed exchange, whatever became of the request. */
  settle?(exchange: Exchange): void | Promise<void>
}

interface Refusal {
  ok: false
  failure: Failure
}

/** Why a request ended that a person stopped. */
export const ABORTED: Failure = { kind: 'aborted', message: 'The request was stopped.' }
