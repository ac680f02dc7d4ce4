import type { Answer } from '../../../../contract/chat/answer.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { unsupportedBy } from '../../../../contract/models/field-support.ts'
import { validateRequest } from '../../chat/request/validate-request.ts'
import type { Admission } from '../../client/admission/admission.ts'
import { spentBy } from '../../client/admission/spend-limits.ts'
import { type ChatRun, runChat } from '../../client/chat-completion.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { maxChatCost, resolveModel } from '../../client/queries/models.ts'
import type * as boardStorage from '../../storage/evaluate/boards.ts'
import type { Case, CellRecord, CellResponse } from '../board.ts'
import type { CheckWorld, JudgeRequest } from '../checks/check-world.ts'
import type { Check } from '../checks/check.ts'
import { judgeProblem, judgeRequest, oddVotes } from '../checks/judge.ts'
import { connectionOf, missingConnection } from './request-of-cell.ts'

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
type Fate =
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

/** So many tokens the text of one token of a response counts at most, in a request that quotes it. */
const TOKENS_PER_QUOTED_TOKEN = 2

interface ResponseToCome {
  maxTokens: number | undefined
}

/**
 * The most that the judges among some checks can cost for a response, micro-USD: every vote, with the criteria,
 * the case and the response. Undefined when a price isn't known. What can't be sent costs nothing.
 */
export async function maxJudgesCost(
  client: Client,
  { checks, case: row }: { checks: readonly Check[]; case: Case },
  response: CellResponse | ResponseToCome,
): Promise<number | undefined> {
  const judges = checks.flatMap((check) =>
    check.type === 'judge' && judgeProblem(check) === undefined ? [check] : [],
  )
  const isThere = 'text' in response
  const subject = { case: row, response: isThere ? response : { text: '', toolCalls: [] } }
  const more = isThere ? 0 : (response.maxTokens ?? Infinity) * TOKENS_PER_QUOTED_TOKEN
  const order = { nonce: client.world.random.uuid(), isSwapped: false }
  const costs = await Promise.all(
    judges.map(async (rule) => {
      const chat = await judgeChat(client, judgeRequest(rule, subject, order))
      if (!chat.ok) return 0
      const vote = await maxChatCost(client, chat.connection, chat.request, more)
      return vote && vote * oddVotes(rule.votes)
    }),
  )
  return costs.reduce((sum, cost) => (sum === undefined ? cost : cost && sum + cost), 0)
}

type JudgeChat =
  | { ok: true; connection: Connection; request: ChatRequest }
  | { ok: false; message: string }

/** A request of a judge as it is sent, or why it can't be. */
export async function judgeChat(client: Client, asked: JudgeRequest): Promise<JudgeChat> {
  const connection = connectionOf(client, asked.connection)
  if (connection === undefined) return { ok: false, message: missingConnection(asked.connection) }
  const { model, messages, settings } = asked
  const known = await resolveModel(client, connection, parseModelSuffix(model).id)
  const { response_format: format, ...others } = settings
  const takesFormat = known === undefined || unsupportedBy(known, 'response_format') === undefined
  const reading = validateRequest({
    model,
    messages,
    stream: true,
    ...others,
    ...(takesFormat && format !== undefined ? { response_format: format } : {}),
  })
  return reading.ok
    ? { ok: true, connection, request: reading.request }
    : { ok: false, message: reading.issues.map(({ message }) => message).join(' ') }
}
