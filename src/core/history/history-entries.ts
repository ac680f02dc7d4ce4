import type { Conversation, ConversationLabel } from '../storage/conversations/conversation.ts'

/** One line of the history. */
export interface HistoryEntry {
  /** Of the conversation. */
  id: string
  title: string
  model: string
  updatedAt: number
  pinned: boolean
}

/** The lines of the history, in the order of the conversations. */
export function historyEntries(
  conversations: readonly Conversation[],
  labels: ReadonlyMap<string, ConversationLabel>,
): HistoryEntry[] {
  return conversations.map(({ id, title, model, updatedAt }) => {
    const { name, pinned } = labels.get(id) ?? {}
    return {
      id,
      title: name ?? (title.trim() || 'Untitled'),
      model,
      updatedAt,
      pinned: pinned === true,
    }
  })
}
