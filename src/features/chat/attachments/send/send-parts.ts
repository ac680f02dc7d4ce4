import type { ValidationIssue } from '../../../../../contract/validation.ts'
import { sendMessages } from '../../../../core/chat/responses/send-messages.ts'
import type { Connection } from '../../../../core/client/connection/connections.ts'
import { chat } from '../../../../page/chat.ts'
import { removeParts } from '../draft/edit-draft.ts'
import { partContext } from '../draft/part-context.ts'
import { collectContent } from './collect-content.ts'

/**
 * Sends what is attached, and the text after it, as one user message to the conversation that was
 * meant. When it cannot be sent nothing changes and the reasons are given back. What is attached goes
 * only once it is in the conversation.
 */
export async function sendParts(
  connection: Connection,
  text: string,
  conversationId: string,
): Promise<ValidationIssue[]> {
  const { conversation, messages } = chat.conversation.getState()
  const context = partContext(connection, { model: conversation.model, messages })
  const collected = await collectContent(text, [context])
  if (!collected.ok) return collected.issues
  const { content } = collected
  const issues = sendMessages(chat, connection, [{ role: 'user', content }], {
    conversationId,
  })
  if (issues.length === 0) removeParts(collected.partIds)
  return issues
}
