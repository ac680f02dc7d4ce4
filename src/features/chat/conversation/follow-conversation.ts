import {
  findConversation,
  followOtherTabsConversations,
  loadConversation,
  subscribeConversations,
} from '../../../core/storage/conversations/conversations.ts'
import { conversationStore, conversationWriter } from './conversation-store.ts'
import { runningVersions, runStore } from './runs.ts'

const { getState, setState } = conversationStore

/**
 * Keeps the conversation on the screen in step with what other tabs do to it as a whole: a new model
 * or settings are taken over, and a deletion shows at once, or when the answer that is being received
 * here is through. Gives the way to stop.
 */
export function followConversation(): () => void {
  const look = () => {
    const { id } = getState().conversation
    // After the writes under way: one that is not stored yet must not pass for a deleted one.
    void conversationWriter.afterWrites(id, async () => {
      const { conversation, messages, status, unsaved } = getState()
      if (conversation.id !== id || status !== 'ready' || unsaved || messages.length === 0) return
      if (runningVersions(messages).length > 0) return
      const stored = await findConversation(id).catch(() => conversation)
      // What changed here meanwhile is still to be written, and is the later one.
      if (getState().conversation.id !== id || conversationWriter.isUnwritten(id)) return
      if (stored === undefined) setState({ status: 'deleted' })
      else if (stored.updatedAt > conversation.updatedAt) setState({ conversation: stored })
    })
  }
  const stopFollowing = followOtherTabsConversations(look)
  // A conversation that was deleted leaves room for what could not be stored.
  const stopRetrying = subscribeConversations(() => conversationWriter.retryUnsaved())
  const stopWaiting = runStore.subscribe(({ live }) => {
    if (runningVersions(getState().messages, { live }).length === 0) look()
  })
  return () => {
    stopFollowing()
    stopRetrying()
    stopWaiting()
  }
}

/** Shows a deleted conversation again once another tab has brought it back. Gives the way to stop. */
export function followReturn(): () => void {
  return followOtherTabsConversations(() => {
    const { conversation, status } = getState()
    const { id } = conversation
    if (status === 'ready' || status === 'loading') return
    void loadConversation(id).then(
      (stored) => {
        if (stored === undefined || getState().conversation.id !== id) return
        const loaded = conversationWriter.withUnwritten(id, stored)
        if (status === 'deleted') void writeReturned()
        else setState({ ...loaded, status: 'ready' })
      },
      () => undefined,
    )
  })
}

/**
 * What is here is all that was deleted, and the end of an answer that came in since. Meanwhile it may
 * be deleted again.
 */
async function writeReturned(): Promise<void> {
  const { conversation, messages } = getState()
  const { id: conversationId } = conversation
  setState({ status: 'ready' })
  const outcome = await conversationWriter.write({
    conversationId,
    conversation,
    saved: messages,
    deleted: [],
  })
  if (outcome === 'deleted' && getState().conversation.id === conversationId)
    setState({ status: 'deleted' })
}

/** Stores a conversation again, all of it, that another tab deleted. */
export async function keepDeleted(): Promise<void> {
  const { conversation, messages } = getState()
  setState({ status: 'ready' })
  await conversationWriter.create({ conversation, messages: [...messages] })
}
