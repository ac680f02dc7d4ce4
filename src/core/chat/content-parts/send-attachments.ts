import type { ContentPart } from '../../../../contract/chat/messages.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { Attachment, Media } from '../attachments/attachment.ts'
import {
  attachmentContext,
  type AttachmentContext,
  checkAttachments,
} from '../attachments/check-attachments.ts'
import { removeAttachments } from '../attachments/edit-attachments.ts'
import type { Chat } from '../chat.ts'
import { sendMessages } from '../responses/send-messages.ts'
import { encodeContent } from './content-part.ts'

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

type EncodedAttachments =
  | { ok: true; content: ContentPart[]; ids: readonly string[] }
  | { ok: false; issues: ValidationIssue[] }

/**
 * Encodes what is attached, with the text after it, once it is fit for where it goes. What is still
 * being read is waited for; it can be removed meanwhile.
 */
async function encodeAttachments(
  chat: Chat,
  media: Media,
  text: string,
  context: AttachmentContext,
): Promise<EncodedAttachments> {
  if (chat.attachments.getState().progress !== undefined)
    return refused('The attachments are already being sent.')
  const showProgress = (done: number) => chat.attachments.setState({ progress: done })
  showProgress(0)
  try {
    const list = await settledList(chat)
    if (list.length === 0 && text.trim() === '')
      return refused('The attachments were removed. Nothing was sent.')
    // The reasons and what to press stand at the attachments already.
    if (checkAttachments(list, context).some(({ level }) => level === 'error'))
      return refused('Fix the attachments first: see above. Nothing was sent.')
    return await encodeContent(chat.client, media, list, text, showProgress).then(
      (content) => ({ ok: true, content, ids: list.map(({ id }) => id) }),
      () => refused("Couldn't read an attachment. Was its file moved? Nothing was sent."),
    )
  } finally {
    chat.attachments.setState({ progress: undefined })
  }
}

/** What is attached, as soon as none of it is still being read. */
function settledList({ attachments }: Chat): Promise<readonly Attachment[]> {
  const isSettled = () => attachments.getState().list.every(({ kind }) => kind !== 'pending')
  if (isSettled()) return Promise.resolve(attachments.getState().list)
  return new Promise((resolve) => {
    const unsubscribe = attachments.subscribe(({ list }) => {
      if (!isSettled()) return
      unsubscribe()
      resolve(list)
    })
  })
}

function refused(message: string): { ok: false; issues: ValidationIssue[] } {
  return { ok: false, issues: [{ path: [], code: 'attachment', message }] }
}
