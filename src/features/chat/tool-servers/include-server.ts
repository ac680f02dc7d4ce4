import { changeConversation } from '../../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../../page/chat.ts'

/** Has the tools of a server go out in this conversation, or no longer. */
export function includeServer(id: string, isUsed: boolean): void {
  const { tools } = chat.conversation.getState().conversation
  const others = (tools?.sources ?? []).filter((other) => other !== id)
  changeConversation(chat, { tools: { ...tools, sources: isUsed ? [...others, id] : others } })
}
