import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { runningVersions } from '../conversation/runs.ts'
import { sendMessages } from '../conversation/send-message.ts'
import { collectContent, refused } from './collect-content.ts'
import { removeParts } from './edit-draft.ts'
import { partContext } from './part-context.ts'

/**
 * Sends what is attached, and the text after it, as one user message. When it cannot be sent nothing
 * changes and the reasons are given back. What is attached goes only once it is in the conversation.
 */
export async function sendParts(connection: Connection, text: string): Promise<ValidationIssue[]> {
  const { conversation, messages } = conversationStore.getState()
  const context = partContext(connection, { model: conversation.model, messages })
  const collected = await collectContent(text, [context])
  if (collected === undefined) return []
  if (!collected.ok) return collected.issues
  const now = conversationStore.getState()
  if (now.conversation.id !== conversation.id)
    return refused('Another conversation was opened meanwhile. Nothing was sent.').issues
  if (runningVersions(now.messages).length > 0)
    return refused('An answer is still coming. Nothing was sent.').issues
  const issues = sendMessages(connection, [{ role: 'user', content: collected.content }])
  if (issues.length === 0) removeParts(collected.partIds)
  return issues
}
