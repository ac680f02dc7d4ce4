import type { Conversation } from '../storage/conversations/conversation.ts'
import type { ConversationLabel } from '../storage/conversations/conversation.ts'

/** One line of the history: a conversation, or the columns of a comparison together. */
export interface HistoryEntry {
  /** The last segment of its path: a conversation's id, or `compare-` and the comparison's. */
  id: string
  title: string
  /** The model, or the models of the columns. */
  model: string
  updatedAt: number
  pinned: boolean
  /** Its conversations; more than one for a comparison. */
  conversationIds: readonly string[]
}

/** The lines of the history, in the order of the conversations; a comparison stands once. */
export function historyEntries(
  conversations: readonly Conversation[],
  labels: ReadonlyMap<string, ConversationLabel>,
): HistoryEntry[] {
  const groups = new Map<string, Conversation[]>()
  for (const conversation of conversations) {
    const { comparison } = conversation
    const id = comparison === undefined ? conversation.id : `compare-${comparison.id}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [conversation])
    else group.push(conversation)
  }
  return [...groups].flatMap(([id, group]): HistoryEntry[] => {
    const members = group.toSorted(
      (a, b) => (a.comparison?.column ?? 0) - (b.comparison?.column ?? 0),
    )
    const [first] = members
    if (first === undefined) return []
    const own = first.title.trim() || 'Untitled'
    const label = labels.get(first.id)
    return [
      {
        id,
        title: label?.name ?? (first.comparison === undefined ? own : `Compare: ${own}`),
        model: members.map(({ model }) => model).join(' · '),
        updatedAt: Math.max(...members.map(({ updatedAt }) => updatedAt)),
        pinned: label?.pinned === true,
        conversationIds: members.map((member) => member.id),
      },
    ]
  })
}
