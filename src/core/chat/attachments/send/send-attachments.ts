import type { Model } from '../../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../../contract/validation.ts'
import type { Connection } from '../../../client/connection/connections.ts'
import type { Chat } from '../../chat.ts'
import { sendMessages } from '../../responses/send-messages.ts'
import { attachmentContext } from '../check/attachment-context.ts'
import { removeAttachments } from '../edit-attachments.ts'
import type { Media } from '../media.ts'
import { encodeAttachments } from './encode-attachments.ts'

interface SendOptions {
  media: Media
  /** The models of the connection, as far as they are known. */
  models: readonly Model[]
  text: string
  conversationId: string
}

/**
 * Sends what is attached, and the text after it, as one user message to the conversation that was
 * meant. When it cannot be sent nothing changes and the reasons are returned. What is attached is
 * removed only once it is in the conversation.
 */
export async function sendAttachments(
  chat: Chat,
  connection: Connection,
  { media, models, text, conversationId }: SendOptions,
): Promise<ValidationIssue[]> {
  const { conversation, messages } = chat.conversation.getState()
  const context = attachmentContext(models, { model: conversation.model, messages })
  const encoded = await encodeAttachments(chat, media, text, context)
  if (!encoded.ok) return encoded.issues
  const { content, ids } = encoded
  const issues = sendMessages(chat, connection, [{ role: 'user', content }], { conversationId })
  if (issues.length === 0) removeAttachments(chat, ids)
  return issues
}
