import { database } from '../db/database.ts'
import { deleteExchangesOf } from '../exchanges/delete-exchanges.ts'
import { deleteAllExchanges, keepExchange } from '../exchanges/exchanges.ts'
import { deleteAllDrafts } from './chat-drafts.ts'
import {
  conversationsChanged,
  loadConversation,
  restoreConversation,
  type LoadedConversation,
} from './conversations.ts'
import { deleteLabels, listLabels, saveLabels } from './labels.ts'

/** Removes conversations with their names, pins and exchanges, and gives the way back. */
export async function deleteConversations(ids: readonly string[]): Promise<() => Promise<void>> {
  const labels = await listLabels()
  const kept = ids.flatMap((id) => labels.get(id) ?? [])
  const removed = await Promise.all(ids.map(deleteConversation))
  await deleteLabels(ids)
  const exchanges = await deleteExchangesOf(removed.flatMap((loaded) => loaded?.messages ?? []))
  return async () => {
    for (const loaded of removed) if (loaded !== undefined) await restoreConversation(loaded)
    await saveLabels(kept)
    for (const exchange of exchanges) await keepExchange(exchange).catch(() => undefined)
  }
}

/** Removes every conversation with its messages, its label and its exchanges, and every draft. */
export async function deleteAllConversations(): Promise<void> {
  const db = await database()
  const transaction = db.transaction(['conversations', 'messages', 'labels'], 'readwrite')
  await transaction.objectStore('conversations').clear()
  await transaction.objectStore('messages').clear()
  await transaction.objectStore('labels').clear()
  await transaction.done
  await deleteAllExchanges()
  await deleteAllDrafts()
  conversationsChanged()
}

/** Removes a conversation and gives all of it back, so that it can be restored. */
async function deleteConversation(id: string): Promise<LoadedConversation | undefined> {
  const loaded = await loadConversation(id)
  const db = await database()
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
  await transaction.objectStore('conversations').delete(id)
  const keys = await transaction.objectStore('messages').index('by-conversation').getAllKeys(id)
  for (const key of keys) await transaction.objectStore('messages').delete(key)
  await transaction.done
  conversationsChanged()
  return loaded
}
