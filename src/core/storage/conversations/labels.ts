import { allOrNothing, inParallel } from '../db/all-or-nothing.ts'
import { database } from '../db/database.ts'
import type { ConversationLabel } from './conversation.ts'
import { conversationsChanged } from './conversations.ts'

/** The labels of all conversations that have one, by conversation id. */
export async function listLabels(): Promise<ReadonlyMap<string, ConversationLabel>> {
  const db = await database()
  const labels = await db.getAll('labels')
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
  const db = await database()
  const transaction = db.transaction('labels', 'readwrite')
  await allOrNothing(transaction, () =>
    inParallel(labels.map((label) => () => transaction.store.put(label))),
  )
  conversationsChanged()
}

async function changeLabels(
  ids: readonly string[],
  change: (label: ConversationLabel) => ConversationLabel,
): Promise<void> {
  const db = await database()
  const transaction = db.transaction('labels', 'readwrite')
  const changeLabel = async (conversationId: string) => {
    const before = (await transaction.store.get(conversationId)) ?? { conversationId }
    await transaction.store.put(change(before))
  }
  await allOrNothing(transaction, () => Promise.all(ids.map(changeLabel)))
  conversationsChanged()
}
