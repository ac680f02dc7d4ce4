import type { Answer } from '../../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { Admission } from '../../client/admission/admission.ts'
import { spentBy } from '../../client/admission/spend-limits.ts'
import { runChat, type ChatRun } from '../../client/chat-completion.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type * as boardStorage from '../../storage/evaluate/boards.ts'
import type { CellRecord } from '../board.ts'
import type { CheckWorld } from '../checks/check-world.ts'

/** What runs touch outside themselves. */
export interface EvaluationWorld {
  client: Client
  storage: Pick<typeof boardStorage, 'loadCells' | 'saveCells'>
  /** The workers that checks need. Judges are sent by the run itself. */
  checkWorkers: Omit<CheckWorld, 'judge' | 'uuid'>
  /** Resolves after so many ms, or as soon as the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Called with cells that have changed, once they are stored or can't be. */
  onCells(records: readonly CellRecord[]): void
  /** Called with the request of a cell once it is over, so that it can be inspected later. */
  onExchange(exchangeId: string): void
}

/** A request that is over. */
export interface SentChat {
  answer: Answer
  /** Nothing of it left this page. */
  isUnsent: boolean
  /** HTTP status; undefined where none arrived. */
  status: number | undefined
  /** micro-USD; undefined where it may have been charged and nobody knows how much. */
  cost: number | undefined
  exchangeId: string | undefined
}

export interface ChatToSend {
  connection: Connection
  request: ChatRequest
  headers?: HeaderList
  /** Called when everything but the network is granted. False: it is not sent after all. */
  beforeSend: () => Promise<boolean>
  /** Called with the run as soon as it can be followed. */
  onRun?: (run: ChatRun) => void
  /** A person lets it go in spite of the spend limits of the page. */
  overCaps?: boolean
  signal: AbortSignal
}

/** Sends a request of a run through the one pipeline, once. Never rejects. */
export async function sendChat(
  client: Client,
  { connection, request, headers = [], beforeSend, onRun, overCaps = false, signal }: ChatToSend,
): Promise<SentChat> {
  const journal: Admission = async () =>
    (await beforeSend())
      ? { ok: true }
      : { ok: false, failure: { kind: 'aborted', message: 'It was not stored, so not sent.' } }
  const run = runChat(client, connection, request, { headers, signal, admit: [journal], overCaps })
  onRun?.(run)
  const answer = await run.done
  const closed = run.closed()
  return {
    answer,
    isUnsent: closed === undefined || closed.unsent === true,
    status: closed?.status,
    cost: closed === undefined ? 0 : spentBy(closed),
    exchangeId: run.exchangeId(),
  }
}

/** Why a run ended before all its cells were sent. */
export interface StopReason {
  /** `unauthorized`, `payment`: nothing more can succeed; `rate-limit`: too late to wait for; `not-sent`: it can't leave the page. */
  kind:
    | 'stopped'
    | 'unauthorized'
    | 'payment'
    | 'spend-limit'
    | 'unknown-cost'
    | 'failures'
    | 'rate-limit'
    | 'not-sent'
    | 'elsewhere'
    | 'deleted'
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
