import { branchConversation } from '../../../core/chat/conversation/branch-conversation.ts'
import { chat } from '../../../page/chat.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

/** Opens a copy of the conversation up to and with a message; the original stays. */
export function useBranch(messageId: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    branchConversation(chat, messageId).then(
      (id) => id !== undefined && navigate(`/chat/${id}`),
      () => showToast("Couldn't save the branch"),
    )
  }
}
