import type { Chat } from '../chat.ts'
import { withTexts } from '../editors/message-edits.ts'
import { addMessage, removeMessage, replaceMessage } from './authored-messages.ts'
import { systemPromptOf } from './system-prompt.ts'

/** Replaces the system prompt of the conversation on the screen; without text there is none. */
export function setSystemPrompt(chat: Chat, text: string): void {
  const { messages } = chat.conversation.getState()
  const [first] = messages
  if (systemPromptOf(messages) === undefined || first?.kind !== 'written') {
    if (text !== '') addMessage(chat, { role: 'system', content: text }, 0)
  } else if (text === '') removeMessage(chat, first.id)
  else replaceMessage(chat, first.id, withTexts(first.message, [text]))
}

/** Removes a system prompt that holds nothing but blanks: it is not sent. */
export function removeBlankSystemPrompt(chat: Chat): void {
  if (systemPromptOf(chat.conversation.getState().messages)?.trim() === '')
    setSystemPrompt(chat, '')
}
