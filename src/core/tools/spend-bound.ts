import type { Message } from '../../../contract/chat/messages.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import type { Chat } from '../chat/chat.ts'
import { messagesOf } from '../chat/request/request-body.ts'
import type { Connection } from '../client/connection/connections.ts'
import { maxChatCost } from '../client/queries/max-chat-cost.ts'
import { shownVersion, type AnswerMessage } from '../storage/conversations/conversation.ts'
import { episodeOf, maxRounds } from './episode.ts'
import { requestSettings } from './wire-tools.ts'

/** The most that tools can lead to from here on. */
export interface SpendBound {
  /** Requests that may still be sent without a press. */
  roundsLeft: number
  /** The most that one of them can cost, micro-USD: results may fill all that the model can read. */
  perRequest: number
  /** The most that all of them can cost, micro-USD, within the limit where one is set. */
  total: number
}

/** The whole bounded cost of running the tools of the conversation on the screen; undefined where no price is known. */
export async function spendBound(
  chat: Chat,
  connection: Connection,
): Promise<SpendBound | undefined> {
  const { conversation, messages } = chat.conversation.getState()
  const { tools = {} } = conversation
  const [now, full] = await Promise.all([
    ceilingOf(chat, connection, []),
    ceilingOf(chat, connection, [FULL_CONTEXT]),
  ])
  if (now === undefined || full === undefined) return undefined
  const perRequest = Math.max(now, full)
  const episode = episodeOf(messages, tools.since)
  const roundsLeft = Math.max(0, maxRounds(tools) - (episode?.rounds ?? 0))
  const whole = roundsLeft * perRequest
  const left =
    tools.spendLimit === undefined
      ? whole
      : Math.max(0, tools.spendLimit - spentOn(episode?.answers ?? [], perRequest))
  return { roundsLeft, perRequest, total: Math.min(whole, left) }
}

/** Why the next request would pass the limit of an episode; undefined when it does not, or none is set. */
export async function overSpendLimit(
  chat: Chat,
  connection: Connection,
  answers: readonly AnswerMessage[],
): Promise<'spend_limit' | 'unknown_price' | undefined> {
  const limit = chat.conversation.getState().conversation.tools?.spendLimit
  if (limit === undefined) return undefined
  const ceiling = await ceilingOf(chat, connection, [])
  if (ceiling === undefined) return 'unknown_price'
  return spentOn(answers, ceiling) + ceiling > limit ? 'spend_limit' : undefined
}

/** A file may hold anything, so it is counted as all that a model can read. */
const FULL_CONTEXT: Message = {
  role: 'user',
  content: [{ type: 'file', file: { file_data: '' } }],
}

/** The most that a request of the conversation on the screen can cost, micro-USD. */
function ceilingOf(
  chat: Chat,
  connection: Connection,
  more: readonly Message[],
): Promise<number | undefined> {
  const { conversation, messages } = chat.conversation.getState()
  const settings = requestSettings(conversation, chat.toolSources.getState().list)
  return maxChatCost(chat.client, connection, {
    ...settings,
    model: conversation.model,
    messages: [...messagesOf(messages), ...more],
  })
}

/** What answers cost, micro-USD; one that doesn't say counts as the next can. */
function spentOn(answers: readonly AnswerMessage[], ceiling: number): number {
  return answers.reduce(
    (sum, answer) => sum + (microUsdFrom(shownVersion(answer)?.answer.cost?.usd) ?? ceiling),
    0,
  )
}
