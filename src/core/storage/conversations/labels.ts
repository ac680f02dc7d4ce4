import { database } from '../db/database.ts'
import { conversationsChanged } from './conversations.ts'
import type { ConversationLabel } from './label.ts'

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
  for (const label of labels) await transaction.store.put(label)
  await transaction.done
  conversationsChanged()
}

/** Removes the labels of conversations that are deleted. */
export async function deleteLabels(ids: readonly string[]): Promise<void> {
  const db = await database()
  const transaction = db.transaction('labels', 'readwrite')
  for (const id of ids) await transaction.store.delete(id)
  await transaction.done
}

async function changeLabels(
  ids: readonly string[],
  change: (label: ConversationLabel) => ConversationLabel,
): Promise<void> {
  const db = await database()
  const transaction = db.transaction('labels', 'readwrite')
  for (const conversationId of ids) {
    const before = (await transaction.store.get(conversationId)) ?? { conversationId }
    await transaction.store.put(change(before))
  }
  await transaction.done
  conversationsChanged()
}
