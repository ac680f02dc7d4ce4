import { startConversation } from '../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../page/chat.ts'

/** Starts an empty conversation with the chosen model, or with another where the API lacks it. */
export function startNewChat(): void {
  startConversation(chat)
  import('./model/model-list.tsx')
    .then(({ settleModel }) => settleModel(chat))
    .catch(() => undefined)
}

/** Starts a new chat and shows it, also where an empty one with settings of its own is shown. */
export function newChat(navigate: (path: string) => void): void {
  startNewChat()
  navigate('/chat')
}
