import { startConversation } from '../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../page/chat.ts'

/**
 * Starts an empty conversation with the default settings and the chosen model, or with another one
 * where the API does not list that.
 */
export function startNewChat(): void {
  startConversation(chat)
  import('./model/model-list.tsx')
    .then(({ settleModel }) => settleModel(chat))
    .catch(() => undefined)
}
