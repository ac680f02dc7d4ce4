import { startConversation } from '../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../page/chat.ts'

/** Starts an empty conversation with the chosen model, or with another where the API lacks it. */
export function startNewChat(): void {
  startConversation(chat)
  import('./model/model-list.tsx')
    .then(({ settleModel }) => settleModel(chat))
    .catch(() => undefined)
}
