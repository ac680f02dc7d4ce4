import type { Conversation } from '../../../core/storage/conversations/conversation.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'

/**
 * Says that a conversation, which is left for another, could not be stored: it stays in this tab, but
 * nothing on the screen shows it any more.
 */
export function warnOfUnsaved({ id, title }: Conversation, navigate: (path: string) => void): void {
  showToast(
    `“${title || 'The chat'}” could not be stored, so a reload loses it. Delete something from the history to make room.`,
    { label: 'Go back to it', run: () => navigate(`/chat/${id}`) },
  )
}
