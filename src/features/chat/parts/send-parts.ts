import type { Connection } from '../../../api/connection.ts'
import { listModelsOptions } from '../../../api/models.ts'
import { queryClient } from '../../../api/query-client.ts'
import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { messagesOf } from '../conversation/request-body.ts'
import { runningVersions } from '../conversation/runs.ts'
import { sendMessages } from '../conversation/send-message.ts'
import { checkParts } from './check-parts.ts'
import { draftPartsStore } from './draft-parts-store.ts'
import { removeParts } from './edit-draft.ts'
import { encodeParts } from './encode-parts.ts'

/**
 * Sends what is attached, and the text after it, as one user message. When it cannot be sent nothing
 * changes and the reasons are given back. What is attached goes only once it is in the conversation.
 */
export async function sendParts(connection: Connection, text: string): Promise<ValidationIssue[]> {
  const { parts, sending } = draftPartsStore.getState()
  if (sending !== undefined) return []
  const { conversation, messages } = conversationStore.getState()
  if (parts.some(({ kind }) => kind === 'pending'))
    return [issue('An attachment is still being read. Send again in a moment.')]
  const models = queryClient.getQueryData(listModelsOptions(connection).queryKey) ?? []
  const model = findModel(models, parseModelSuffix(conversation.model).id)
  const context = { history: messagesOf(messages), models, model }
  // The reasons and what to press stand at the attachments already.
  if (checkParts(parts, context).some(({ level }) => level === 'error'))
    return [issue('What is attached cannot be sent as it is: see above. Nothing was sent.')]

  draftPartsStore.setState({ sending: 0 })
  try {
    const content = await encodeParts(parts, text, (done) =>
      draftPartsStore.setState({ sending: done }),
    )
    const now = conversationStore.getState()
    if (now.conversation.id !== conversation.id)
      return [issue('Another conversation was opened meanwhile. Nothing was sent.')]
    if (runningVersions(now.messages).length > 0)
      return [issue('An answer is still coming. Nothing was sent.')]
    const issues = sendMessages(connection, [{ role: 'user', content }])
    if (issues.length === 0) removeParts(parts.map(({ id }) => id))
    return issues
  } catch {
    return [issue('An attachment could not be read: was its file moved? Nothing was sent.')]
  } finally {
    draftPartsStore.setState({ sending: undefined })
  }
}

function issue(message: string): ValidationIssue {
  return { path: [], code: 'attachment', message }
}
