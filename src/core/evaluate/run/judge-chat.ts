import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { unsupportedBy } from '../../../../contract/models/field-support.ts'
import { validateRequest } from '../../chat/request/validate-request.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { maxChatCost } from '../../client/queries/max-chat-cost.ts'
import { resolveModel } from '../../client/queries/models.ts'
import type { Case, CellResponse } from '../board.ts'
import type { JudgeRequest } from '../checks/check-world.ts'
import type { Check } from '../checks/check.ts'
import { judgeProblem, judgeRequest, oddVotes } from '../checks/judge.ts'
import { connectionOf, missingConnection } from './request-of-cell.ts'

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
