import { showToast } from '../../../ui/toast-store.ts'
import { conversationStore } from './conversation-store.ts'

/**
 * Says that the conversation on the screen, which is about to be left for another, could not be
 * stored: it stays in this tab, but nothing on the screen shows it any more.
 */
export function warnOfUnsaved(nextId: string | undefined, navigate: (path: string) => void): void {
  const { unsaved, conversation } = conversationStore.getState()
  if (!unsaved || conversation.id === nextId) return
  showToast(
    `“${conversation.title || 'The chat'}” could not be stored, so a reload loses it. Delete something from the history to make room.`,
    { label: 'Go back to it', run: () => navigate(`/chat/${conversation.id}`) },
  )
}
