import { withTexts } from '../../../core/chat/conversation/message-edits.ts'
import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import { conversationStore } from './conversation-store.ts'
import { addMessage, removeMessage, replaceMessage } from './written-messages.ts'

/** Replaces the system prompt of the conversation on the screen; without text there is none. */
export function setSystemPrompt(text: string): void {
  const { messages } = conversationStore.getState()
  const [first] = messages
  if (systemPromptOf(messages) === undefined || first?.kind !== 'written') {
    if (text !== '') addMessage({ role: 'system', content: text }, 0)
  } else if (text === '') removeMessage(first.id)
  else replaceMessage(first.id, withTexts(first.message, [text]))
}

/** Removes a system prompt that holds nothing but blanks: it is not sent. */
export function removeBlankSystemPrompt(): void {
  if (systemPromptOf(conversationStore.getState().messages)?.trim() === '') setSystemPrompt('')
}
