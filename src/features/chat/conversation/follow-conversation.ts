import {
  findConversation,
  followOtherTabsConversations,
  loadConversation,
  restoreConversation,
  rewriteConversation,
} from '../../../core/storage/conversations/conversations.ts'
import { conversationStore, store } from './conversation-store.ts'
import { runningVersions, runStore } from './runs.ts'

const { getState, setState } = conversationStore

/**
 * Keeps the conversation on the screen in step with what other tabs do to it as a whole: a new model
 * or settings are taken over, and a deletion shows at once, or when the answer that is being received
 * here is through. Gives the way to stop.
 */
export function followConversation(): () => void {
  const look = () => {
    // After the writes under way: one that is not stored yet must not pass for a deleted one.
    void store(async () => {
      const { conversation, messages, status, unsaved } = getState()
      const { id, updatedAt } = conversation
      if (status !== 'ready' || unsaved || messages.length === 0) return
      if (runningVersions(messages).length > 0) return
      const stored = await findConversation(id)
      if (getState().conversation.id !== id) return
      if (stored === undefined) setState({ status: 'deleted' })
      else if (stored.updatedAt > updatedAt) setState({ conversation: stored })
    })
  }
  const stopFollowing = followOtherTabsConversations(look)
  const stopWaiting = runStore.subscribe(({ live }) => {
    if (runningVersions(getState().messages, { live }).length === 0) look()
  })
  return () => {
    stopFollowing()
    stopWaiting()
  }
}

/** Shows a deleted conversation again once another tab has brought it back. Gives the way to stop. */
export function followReturn(): () => void {
  return followOtherTabsConversations(() => {
    const { conversation, status } = getState()
    if (status === 'ready' || status === 'loading') return
    void loadConversation(conversation.id).then(
      (loaded) => {
        if (loaded === undefined || getState().conversation.id !== conversation.id) return
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
  setState({ status: 'ready' })
  await store(async () => {
    const isThere = await rewriteConversation({ conversation, messages: [...messages] })
    if (!isThere && getState().conversation.id === conversation.id) setState({ status: 'deleted' })
  })
}

/** Stores a conversation again, all of it, that another tab deleted. */
export async function keepDeleted(): Promise<void> {
  const { conversation, messages } = getState()
  setState({ status: 'ready' })
  await store(() => restoreConversation({ conversation, messages: [...messages] }))
}
