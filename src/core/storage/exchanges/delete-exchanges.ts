import type { MessageRecord } from '../conversations/conversation.ts'
import { deleteExchanges, type SavedExchange } from './exchanges.ts'

/**
 * Removes the exchanges that the answers among these messages came by, and gives those that were
 * kept. Never rejects: where exchanges cannot be read, none were written.
 */
export async function deleteExchangesOf(
  messages: readonly MessageRecord[],
): Promise<SavedExchange[]> {
  const ids = messages.flatMap((record) =>
    record.kind === 'answer' ? record.versions.flatMap(({ exchangeId }) => exchangeId ?? []) : [],
  )
  return deleteExchanges(ids).catch(() => [])
}
