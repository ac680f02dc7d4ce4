import type { MessageRecord } from '../../storage/conversations/conversation.ts'

/**
 * The system prompt of a conversation: its first message, where that is a system message of plain
 * text. Undefined where there is none; a system message elsewhere is a message like others.
 */
export function systemPromptOf(messages: readonly MessageRecord[]): string | undefined {
  const [first] = messages
  if (first?.kind !== 'written' || first.message.role !== 'system') return undefined
  const { content } = first.message
  return typeof content === 'string' ? content : undefined
}
