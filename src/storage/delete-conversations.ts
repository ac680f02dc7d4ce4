import { deleteConversation, restoreConversation } from './conversations.ts'
import { deleteLabels, listLabels, saveLabels } from './labels.ts'

/** Removes conversations with their names and pins, and gives the way back. */
export async function deleteConversations(ids: readonly string[]): Promise<() => Promise<void>> {
  const labels = await listLabels()
  const kept = ids.flatMap((id) => labels.get(id) ?? [])
  const removed = await Promise.all(ids.map(deleteConversation))
  await deleteLabels(ids)
  return async () => {
    for (const loaded of removed) if (loaded !== undefined) await restoreConversation(loaded)
    await saveLabels(kept)
  }
}
