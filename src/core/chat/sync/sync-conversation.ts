import type { Chat } from '../chat.ts'
import { runningVersions } from '../responses/runs.ts'
import { whenStorageLoads } from './when-storage-loads.ts'

/**
 * Keeps the conversation on the screen in step with what other tabs do to it as a whole: a new model
 * or settings are taken over, and a deletion shows at once, or when the answer that is being received
 * here is through. Returns the way to stop.
 */
export function syncConversation(chat: Chat): () => void {
  const { conversation: store, runs, writer, world } = chat
  const look = () => {
    const { id } = store.getState().conversation
    // After the writes under way: one that is not stored yet must not pass for a deleted one.
    void writer.afterWrites(id, async () => {
      const { conversation, messages, status, unsaved } = store.getState()
      if (conversation.id !== id || status !== 'ready' || unsaved || messages.length === 0) return
      if (runningVersions(messages, runs.getState()).length > 0) return
      const stored = await world
        .loadStorage()
        .then((storage) => storage.findConversation(id))
        .catch(() => conversation)
      // What changed here meanwhile is still to be written, and is the later one.
      if (store.getState().conversation.id !== id || writer.isUnwritten(id)) return
      if (stored === undefined) store.setState({ status: 'deleted' })
      else if (stored.updatedAt > conversation.updatedAt) store.setState({ conversation: stored })
    })
  }
  const stopFollowing = whenStorageLoads(chat, (storage) => [
    storage.followOtherTabsConversations(look),
    // A conversation that was deleted leaves room for what could not be stored.
    storage.subscribeConversations(() => writer.retryUnsaved()),
  ])
  const stopWaiting = runs.subscribe((state) => {
    if (runningVersions(store.getState().messages, state).length === 0) look()
  })
  return () => {
    stopFollowing()
    stopWaiting()
  }
}

/** Shows a deleted conversation again once another tab has brought it back. Returns the way to stop. */
export function syncReturn(chat: Chat): () => void {
  const { getState, setState } = chat.conversation
  return whenStorageLoads(chat, (storage) => [
    storage.followOtherTabsConversations(() => {
      const { conversation, status } = getState()
      const { id } = conversation
      if (status === 'ready' || status === 'loading') return
      void storage.loadConversation(id).then(
        (stored) => {
          if (stored === undefined || getState().conversation.id !== id) return
          const loaded = chat.writer.withUnwritten(id, stored)
          if (status === 'deleted') void writeReturned(chat)
          else setState({ ...loaded, status: 'ready' })
        },
        () => undefined,
      )
    }),
  ])
}

/**
 * What is here is all that was deleted, and the end of an answer that came in since. Meanwhile it may
 * be deleted again.
 */
async function writeReturned({ conversation: store, writer }: Chat): Promise<void> {
  const { conversation, messages } = store.getState()
  const { id: conversationId } = conversation
  store.setState({ status: 'ready' })
  const outcome = await writer.write({ conversationId, conversation, saved: messages, deleted: [] })
  if (outcome === 'deleted' && store.getState().conversation.id === conversationId)
    store.setState({ status: 'deleted' })
}

/** Stores a conversation again, all of it, that another tab deleted. */
export async function restoreDeleted({ conversation: store, writer }: Chat): Promise<void> {
  const { conversation, messages } = store.getState()
  store.setState({ status: 'ready' })
  await writer.create({ conversation, messages: [...messages] })
}
