import type { Exchange } from '../../client/exchanges/exchange.ts'
import { type MessageRecord, shownVersion } from '../../storage/conversations/conversation.ts'

/**
 * The id of the request that the Inspector shows by itself: the newest that a person sent since the page
 * was loaded, else that of the last response of the open conversation. What the page sent by itself, what
 * a tool was asked, and what came from a file or the history is shown only when it is chosen.
 * @param exchanges oldest first
 */
export function latestRequest(
  exchanges: readonly Exchange[],
  messages: readonly MessageRecord[],
): string | undefined {
  const isSent = ({ background, protocol, fromFile, fromHistory }: Exchange) =>
    !background && protocol === undefined && fromFile !== true && fromHistory !== true
  return exchanges.findLast(isSent)?.id ?? lastResponse(messages)
}

function lastResponse(messages: readonly MessageRecord[]): string | undefined {
  const answer = messages.findLast((message) => message.kind === 'answer')
  return answer === undefined ? undefined : shownVersion(answer)?.exchangeId
}
