import { startNewChat } from '../features/chat/start-new-chat.ts'

/** Starts a new chat and shows it, also where an empty one with settings of its own is shown. */
export function newChat(navigate: (path: string) => void): void {
  startNewChat()
  navigate('/chat')
}
