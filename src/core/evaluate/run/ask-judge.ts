import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { unsupportedBy } from '../../../../contract/models/field-support.ts'
import { validateRequest } from '../../chat/request/validate-request.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { maxChatCost } from '../../client/queries/max-chat-cost.ts'
import { resolveModel } from '../../client/queries/resolve-model.ts'
import type { Case, CellResponse } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { judgeRequest, type JudgeRequest } from '../checks/judge/judge-request.ts'
import { type JudgeReply, judgeProblem, oddVotes } from '../checks/judge/judge.ts'
import { failureText } from './cell-response.ts'
import { connectionOf, missingConnection } from './connection-of.ts'
import { fateOf } from './fate.ts'
import type { Run } from './run.ts'
import type { Reservation } from './spend-reserve.ts'

/** So many tokens the text of one token of a response counts at most, in a request that quotes it. */
const TOKENS_PER_QUOTED_TOKEN = 2

/** A response of which only the most tokens that it may have are known, if that. */
export interface ResponseToCome {
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
async function judgeChat(client: Client, asked: JudgeRequest): Promise<JudgeChat> {
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

/**
 * Sends a request of a judge through the pipeline and the limits of the run. `beforeSend` writes the most that
 * it can cost, micro-USD; it isn't sent when that is not stored. Never rejects for what happens to the request.
 */
export async function askJudge(
  run: Run,
  asked: JudgeRequest,
  reservation: Reservation,
  beforeSend: (maxCost: number) => Promise<boolean>,
): Promise<JudgeReply> {
  const { world, pace } = run
  const { client } = world
  const chat = await judgeChat(client, asked)
  if (!chat.ok) return chat
  const { connection, request } = chat
  const maxCost = await maxChatCost(client, connection, request)
  await untilPaced(run)
  if (!(await reservation.hold(maxCost))) {
    const message = 'The judge could exceed the spend limit of this run.'
    run.end({ kind: 'spend-limit', message })
    return { ok: false, message }
  }
  if (isOver(run)) return { ok: false, message: run.reason?.message ?? 'Stopped.' }
  const sent = await run.send({
    connection,
    request,
    beforeSend: () => beforeSend(maxCost ?? 0),
  })
  const cost = sent.cost ?? maxCost
  reservation.spend(cost, maxCost)
  const costs = cost === undefined ? {} : { cost }
  if (sent.answer.phase === 'finished') {
    pace.succeeded()
    return { ok: true, text: sent.answer.choices[0]?.content ?? '', ...costs }
  }
  const fate = fateOf(sent)
  if (!sent.isUnsent && sent.answer.phase !== 'stopped') pace.failed()
  if (fate.what === 'later') pace.holdUntil(fate.until)
  if (fate.what === 'stop') run.end(fate.reason)
  return { ok: false, message: failureText(sent.answer), ...costs }
}

/** Waits as long as the failures and limits of the run ask for. */
async function untilPaced(run: Run): Promise<void> {
  const { world, pace, halt, kill } = run
  const now = () => world.client.world.clock.now()
  for (let ms = 1; ms > 0 && !isOver(run);) {
    // The cell of the judge is one of the open ones.
    ms = pace.nextAt(run.open - 1) - now()
    const signal = halt.signal.aborted ? kill.signal : halt.signal
    // oxlint-disable-next-line no-await-in-loop
    if (ms > 0) await world.wait(ms, signal)
  }
}

/** Whether nothing may be sent any more. A run that was paused settles what is under way. */
function isOver({ reason, kill }: Run): boolean {
  return reason !== undefined || kill.signal.aborted
}
