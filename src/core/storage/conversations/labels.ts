import { database } from '../db/database.ts'
import { inParallel } from '../db/open-database.ts'
import type { ConversationLabel } from './conversation.ts'
import { conversationsChanged } from './conversations.ts'

/** The labels of all conversations that have one, by conversation id. */
export async function listLabels(): Promise<ReadonlyMap<string, ConversationLabel>> {
  const labels = await (await database()).getAll('labels')
  return new Map(labels.map((label) => [label.conversationId, label]))
}

/** Names conversations; an empty name gives them their own titles back. */
export function renameConversations(ids: readonly string[], name: string): Promise<void> {
  return changeLabels(ids, ({ name: _, ...label }) =>
    name.trim() === '' ? label : { ...label, name: name.trim() },
  )
}

/** Pins conversations to the top of the history, or lets them go. */
export function pinConversations(ids: readonly string[], pinned: boolean): Promise<void> {
  return changeLabels(ids, ({ pinned: _, ...label }) =>
    pinned ? { ...label, pinned: true } : label,
  )
}

/** Writes labels back, as undo and import do. */
export async function saveLabels(labels: readonly ConversationLabel[]): Promise<void> {
  await database.write(['labels'], ([store]) =>
    inParallel(labels.map((label) => () => store.put(label))),
  )
  conversationsChanged()
}

async function changeLabels(
  ids: readonly string[],
  change: (label: ConversationLabel) => ConversationLabel,
): Promise<void> {
  await database.write(['labels'], ([store]) =>
    Promise.all(
      ids.map(async (conversationId) =>
        store.put(change((await store.get(conversationId)) ?? { conversationId })),
      ),
    ),
  )
  conversationsChanged()
}
