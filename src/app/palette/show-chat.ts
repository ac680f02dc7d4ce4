import { chat } from '../../page/chat.ts'
import { currentPath } from '../../ui/hooks/location.tsx'
import { readRoute } from '../read-route.ts'

/** Shows the conversation that model and settings belong to, unless it is on the screen. */
export function showChat(navigate: (path: string) => void): void {
  const { conversation, messages } = chat.conversation.getState()
  const route = readRoute(currentPath())
  const isShown =
    route?.area === '/chat' &&
    (route.conversationId === undefined || route.conversationId === conversation.id)
  if (!isShown) navigate(messages.length === 0 ? '/chat' : `/chat/${conversation.id}`)
}
