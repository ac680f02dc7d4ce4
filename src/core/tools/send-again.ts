import { chargeOf, countedCharge } from '../../../contract/money.ts'
import type { Chat } from '../chat/chat.ts'
import { messagesOf } from '../chat/request/request-body.ts'
import { stopRuns } from '../chat/responses/runs.ts'
import { sendMessages } from '../chat/responses/send-messages.ts'
import type { Admission } from '../client/admission/admission.ts'
import type { Connection } from '../client/connection/connections.ts'
import { maxChatCost } from '../client/queries/models.ts'
import { shownVersion, type AnswerMessage } from '../storage/conversations/conversation.ts'
import { episodeOf } from './episode.ts'
import { requestSettings } from './wire-tools.ts'

/** Why the conversation was not sent again. `not_sent` comes with what is wrong with the request. */
export interface NotSent {
  why: 'spend_limit' | 'unknown_price' | 'not_sent'
  message?: string
}

/**
 * Sends the conversation on the screen with the results in it; undefined once the response is there.
 * `answers` are those that its spend limit counts. An abort stops the request.
 */
export async function sendAgain(
  chat: Chat,
  connection: Connection,
  answers: readonly AnswerMessage[],
  { signal, onSent }: { signal: AbortSignal; onSent: () => void },
): Promise<NotSent | undefined> {
  const { id: conversationId } = chat.conversation.getState().conversation
  const refusal = await overSpendLimit(chat, connection, answers)
  if (refusal !== undefined) return { why: refusal }
  // Stopped while the price was looked up.
  if (signal.aborted) return undefined
  const [issue] = sendMessages(chat, connection, [], {
    conversationId,
    admit: [stored(chat, conversationId)],
  })
  if (issue !== undefined) return { why: 'not_sent', message: issue.message }
  const sent = episodeOf(chat.conversation.getState().messages, undefined)?.version.id
  const runs = chat.runs.getState()
  if (sent === undefined || !(sent in runs.live)) return { why: 'not_sent' }
  onSent()
  const stop = () => stopRuns(runs, [sent])
  signal.addEventListener('abort', stop, { once: true })
  await runs.live[sent]?.done
  signal.removeEventListener('abort', stop)
  return undefined
}

/** Holds a request until the answer it brings has its place in storage: it is never sent unseen. */
function stored({ writer }: Chat, conversationId: string): Admission {
  return async () => {
    await writer.afterWrites(conversationId, () => Promise.resolve())
    return writer.isUnsaved(conversationId)
      ? {
          ok: false,
          failure: {
            kind: 'page_error',
            message: "The conversation couldn't be saved, so nothing was sent.",
          },
        }
      : { ok: true }
  }
}

/** Why the next request would pass the limit of an episode; undefined when it does not, or none is set. */
async function overSpendLimit(
  chat: Chat,
  connection: Connection,
  answers: readonly AnswerMessage[],
): Promise<'spend_limit' | 'unknown_price' | undefined> {
  const limit = chat.conversation.getState().conversation.tools?.spendLimit
  if (limit === undefined) return undefined
  const ceiling = countedCharge(await ceilingOf(chat, connection), undefined)
  if (ceiling === undefined) return 'unknown_price'
  return spentOn(answers, ceiling) + ceiling > limit ? 'spend_limit' : undefined
}

/** The most that a request of the conversation on the screen can cost, micro-USD. */
function ceilingOf(chat: Chat, connection: Connection): Promise<number | undefined> {
  const { conversation, messages } = chat.conversation.getState()
  const settings = requestSettings(conversation, chat.toolSources.getState().list)
  return maxChatCost(chat.client, connection, {
    ...settings,
    model: conversation.model,
    messages: messagesOf(messages, { model: conversation.model, baseUrl: connection.baseUrl }),
  })
}

/** What answers cost, micro-USD; one that names no charge counts as the next can. */
export function spentOn(answers: readonly AnswerMessage[], ceiling: number): number {
  return answers.reduce(
    (sum, answer) => sum + countedCharge(chargeOf(shownVersion(answer)?.answer ?? {}), ceiling),
    0,
  )
}
