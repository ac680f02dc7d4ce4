import type { Chat } from '../chat.ts'
import { whenStorageLoads } from '../conversation/sync/when-storage-loads.ts'
import type { ConversationStorage } from '../world.ts'
import { loadColumns, markDeleted, markUnsaved, saveColumn } from './comparison.ts'

/**
 * Keeps the comparison on the screen in step with what other tabs delete of it and bring back, also
 * while another screen was shown. Returns the way to stop.
 */
export function syncComparison(chat: Chat): () => void {
  return whenStorageLoads(chat, (storage) => {
    const look = () => void takeOver(chat, storage)
    look()
    return [
      storage.followOtherTabsConversations(look),
      // A conversation that was deleted leaves room for what could not be stored.
      storage.subscribeConversations(() => void retryUnsaved(chat)),
    ]
  })
}

async function takeOver(chat: Chat, storage: ConversationStorage): Promise<void> {
  const { getState, setState } = chat.comparison
  const { id, status, columns, deleted: before } = getState()
  if (status === 'missing') {
    const found = await loadColumns(chat, id)
    const isStillMissing = getState().id === id && getState().status === 'missing'
    if (isStillMissing && found.length > 0) setState({ columns: found, status: 'ready' })
    return
  }
  const ids = columns.map(({ conversation }) => conversation.id)
  const found = await Promise.all(ids.map((columnId) => isDeleted(chat, storage, columnId)))
  if (getState().id !== id) return
  const deleted = ids.filter((_, at) => found[at])
  markDeleted(chat, deleted, true)
  const back = before.filter((gone) => !deleted.includes(gone))
  markDeleted(chat, back, false)
  // What is here is all that was deleted, and the end of an answer that came in since. Meanwhile it
  // may be deleted again.
  saveColumns(chat, back)
}

/** Whether a column was stored and is no more; asked after the writes under way. */
function isDeleted({ writer }: Chat, storage: ConversationStorage, id: string): Promise<boolean> {
  return writer.afterWrites(id, async () => {
    if (!writer.wasStored(id)) return false
    // What cannot be read is not known to be gone.
    return storage.findConversation(id).then(
      (conversation) => conversation === undefined,
      () => false,
    )
  })
}

async function retryUnsaved(chat: Chat): Promise<void> {
  if (!chat.comparison.getState().unsaved) return
  chat.writer.retryUnsaved()
  await chat.writer.settled()
  markUnsaved(chat)
}

/** Stores columns again, all of them, that another tab deleted. */
export function keepColumns(chat: Chat, conversationIds: readonly string[]): void {
  markDeleted(chat, conversationIds, false)
  saveColumns(chat, conversationIds, { kept: true })
}

function saveColumns(
  chat: Chat,
  conversationIds: readonly string[],
  options?: { kept: boolean },
): void {
  for (const column of chat.comparison.getState().columns)
    if (conversationIds.includes(column.conversation.id)) void saveColumn(chat, column, options)
}
