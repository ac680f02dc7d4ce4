import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import type { ValidationIssue } from '../../../../../contract/validation.ts'
import type { Chat } from '../../chat.ts'
import type { AttachmentContext } from '../check/attachment-context.ts'
import { checkAttachments } from '../check/check-attachments.ts'
import type { Media } from '../media.ts'
import { encodeContent } from './encode-content.ts'

/** What is attached as the content of a message, or why it cannot be sent. */
export type EncodedAttachments =
  | { ok: true; content: ContentPart[]; ids: readonly string[] }
  | { ok: false; issues: ValidationIssue[] }

/** Encodes what is attached, with the text after it, once it is fit for where it goes. */
export async function encodeAttachments(
  chat: Chat,
  media: Media,
  text: string,
  context: AttachmentContext,
): Promise<EncodedAttachments> {
  const { list, progress } = chat.attachments.getState()
  if (progress !== undefined) return refused('The attachments are already being sent.')
  if (list.some(({ kind }) => kind === 'pending'))
    return refused('An attachment is still being read. Try again in a moment.')
  // The reasons and what to press stand at the attachments already.
  if (checkAttachments(list, context).some(({ level }) => level === 'error'))
    return refused('Fix the attachments first: see above. Nothing was sent.')
  const showProgress = (done: number) => chat.attachments.setState({ progress: done })
  showProgress(0)
  try {
    const content = await encodeContent(chat.client, media, list, text, showProgress)
    return { ok: true, content, ids: list.map(({ id }) => id) }
  } catch {
    return refused("Couldn't read an attachment. Was its file moved? Nothing was sent.")
  } finally {
    chat.attachments.setState({ progress: undefined })
  }
}

/** A refusal with its one reason. */
function refused(message: string): { ok: false; issues: ValidationIssue[] } {
  return { ok: false, issues: [{ path: [], code: 'attachment', message }] }
}
