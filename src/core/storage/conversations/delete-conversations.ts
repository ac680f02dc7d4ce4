import { allOrNothing } from '../db/all-or-nothing.ts'
import { database } from '../db/database.ts'
import { deleteExchangesOf } from '../exchanges/delete-exchanges.ts'
import { deleteAllExchanges, saveExchange } from '../exchanges/exchanges.ts'
import { deleteAllDrafts } from './chat-drafts.ts'
import {
  conversationsChanged,
  loadConversation,
  restoreConversation,
  type LoadedConversation,
} from './conversations.ts'
import { listLabels, saveLabels } from './labels.ts'
import { revisionsOf } from './search/search-index.ts'

/** Removes conversations with their names, pins and exchanges, and gives the way back. */
export async function deleteConversations(ids: readonly string[]): Promise<() => Promise<void>> {
  const labels = await listLabels()
  const kept = ids.flatMap((id) => labels.get(id) ?? [])
  const removed = await removeConversations(ids)
  const exchanges = await deleteExchangesOf(removed.flatMap(({ messages }) => messages))
  return async () => {
    for (const loaded of removed) await restoreConversation(loaded)
    await saveLabels(kept)
    for (const exchange of exchanges) await saveExchange(exchange).catch(() => undefined)
  }
}

/** Removes every conversation with its messages, its label and its exchanges, and every draft. */
export async function deleteAllConversations(): Promise<void> {
  const db = await database()
  const stores = ['conversations', 'messages', 'labels', 'searchIndex'] as const
  const transaction = db.transaction(stores, 'readwrite')
  await allOrNothing(transaction, () =>
    Promise.all(stores.map((store) => transaction.objectStore(store).clear())),
  )
  conversationsChanged()
  await deleteAllExchanges()
  await deleteAllDrafts()
}

/** Removes conversations and their labels, all or none, and gives what can be restored. */
async function removeConversations(ids: readonly string[]): Promise<LoadedConversation[]> {
  const loaded = await Promise.all(ids.map(loadConversation))
  const db = await database()
  const stores = ['conversations', 'messages', 'labels', 'searchIndex'] as const
  const transaction = db.transaction(stores, 'readwrite')
  const messages = transaction.objectStore('messages')
  const remove = async (id: string) => {
    const keys = await messages.index('by-conversation').getAllKeys(id)
    await Promise.all([
      transaction.objectStore('conversations').delete(id),
      transaction.objectStore('labels').delete(id),
      transaction.objectStore('searchIndex').delete(revisionsOf(id)),
      ...keys.map((key) => messages.delete(key)),
    ])
  }
  await allOrNothing(transaction, () => Promise.all(ids.map(remove)))
  conversationsChanged()
  return loaded.flatMap((conversation) => conversation ?? [])
}
