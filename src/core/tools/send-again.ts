import type { Chat } from '../chat/chat.ts'
import { stopRuns } from '../chat/responses/runs.ts'
import { sendMessages } from '../chat/responses/send-messages.ts'
import type { Admission } from '../client/admission/admission.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { AnswerMessage } from '../storage/conversations/conversation.ts'
import { episodeOf } from './episode.ts'
import { overSpendLimit } from './spend-bound.ts'

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
