import { database } from '../db/database.ts'
import { deleteAllExchanges, deleteExchangesOf, saveExchange } from '../exchanges/exchanges.ts'
import { deleteAllDrafts } from './chat-drafts.ts'
import {
  conversationsChanged,
  loadConversation,
  restoreConversation,
  type LoadedConversation,
} from './conversations.ts'
import { listLabels, saveLabels } from './labels.ts'
import { revisionsOf } from './search/search-index.ts'

const STORES = ['conversations', 'messages', 'labels', 'searchIndex'] as const

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
  await database.write(STORES, (stores) => Promise.all(stores.map((store) => store.clear())))
  conversationsChanged()
  await deleteAllExchanges()
  await deleteAllDrafts()
}

/** Removes conversations and their labels, all or none, and gives what can be restored. */
async function removeConversations(ids: readonly string[]): Promise<LoadedConversation[]> {
  const loaded = await Promise.all(ids.map(loadConversation))
  await database.write(STORES, ([conversations, messages, labels, searchIndex]) =>
    Promise.all(
      ids.map(async (id) => {
        const keys = await messages.index('by-conversation').getAllKeys(id)
        await Promise.all([
          conversations.delete(id),
          labels.delete(id),
          searchIndex.delete(revisionsOf(id)),
          ...keys.map((key) => messages.delete(key)),
        ])
      }),
    ),
  )
  conversationsChanged()
  return loaded.flatMap((conversation) => conversation ?? [])
}
