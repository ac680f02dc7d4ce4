import { createChat } from '../core/chat/chat.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { client } from './client.ts'

/** The chat of this page: the conversation on the screen, and the requests under way. */
export const chat = createChat({
  client,
  loadStorage: () => import('../core/storage/conversations/conversations.ts'),
  document,
  notify: showToast,
})
