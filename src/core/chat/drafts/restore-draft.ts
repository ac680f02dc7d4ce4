import type { ChatDraft } from '../../storage/conversations/chat-drafts.ts'
import { attachmentOfFile } from '../attachments/attach-files.ts'
import type { Attachment } from '../attachments/attachment.ts'
import { removeAttachments, replaceAttachment } from '../attachments/edit-attachments.ts'
import type { Media } from '../attachments/media.ts'
import type { Chat } from '../chat.ts'
import { isFirstSetup } from '../conversation/conversation-state.ts'
import { openEditor } from '../conversation/edit/message-editors.ts'
import type { RequestDraftText } from '../request/json/request-drafts.ts'
import { isNew } from './draft-content.ts'
import { NEW, type OtherDrafts } from './other-drafts.ts'
import { prependToDraft } from './outbox.ts'

/** What restoring needs besides the chat. */
export interface RestoreWorld {
  /** Reads again a file that was still being read when the page went. */
  media: Media
  /** A request that was being edited as JSON is there again. */
  onRequestRestored: () => void
}

/**
 * Restores a draft, never into what was written meanwhile: that stays as it is, and a function is
 * returned that puts what was held back in front of it. Undefined when nothing was. What was written for
 * other conversations goes to `others`.
 */
export function restoreDraft(
  chat: Chat,
  { media, onRequestRestored }: RestoreWorld,
  draft: ChatDraft,
  stored: ReadonlyMap<string, object>,
  others: OtherDrafts = new Map(),
): (() => void) | undefined {
  const { setup, editors, request } = draft
  const { conversation } = chat.conversation.getState()
  if (setup !== undefined && isNew(chat) && isFirstSetup(conversation))
    chat.conversation.setState({ conversation: { ...conversation, ...setup } })
  for (const [id, edit] of Object.entries(editors ?? {})) openEditor(chat, id, edit)
  const isEdited = conversation.id in chat.requestDrafts.getState()
  if (request !== undefined && 'text' in request && !isEdited) {
    chat.requestDrafts.setState({ [conversation.id]: request as RequestDraftText })
    onRequestRestored()
  }
  const restore = () => {
    for (const other of draft.others ?? []) {
      const { conversationId = NEW, text, partIds } = other
      // The page may have opened with that conversation: nobody comes to it then.
      if (conversationId === conversation.id) restoreMessage(chat, media, other, stored)
      else others.set(conversationId, { text, list: attachmentsOf(partIds, stored) })
    }
    restoreMessage(chat, media, draft, stored)
  }
  if (!hasRoom(chat, draft)) return restore
  restore()
  return undefined
}

/** Whether nothing is in the place of the message that the draft has. */
function hasRoom(chat: Chat, { text, partIds }: ChatDraft): boolean {
  if (text === '' && partIds.length === 0) return true
  const { text: typed } = chat.draft.getState()
  const { list, progress } = chat.attachments.getState()
  return (typed === '' || typed === text) && list.length === 0 && progress === undefined
}

/** Puts the message of a draft in front of what is being written. */
function restoreMessage(
  chat: Chat,
  media: Media,
  { text, partIds }: Pick<ChatDraft, 'text' | 'partIds'>,
  stored: ReadonlyMap<string, object>,
): void {
  prependToDraft(chat, text)
  const restored = attachmentsOf(partIds, stored)
  if (restored.length === 0) return
  chat.attachments.setState(({ list }) => ({ list: [...restored, ...list] }))
  readPending(chat, media, restored)
}

/** Those that can be found and read, in their order. */
function attachmentsOf(ids: readonly string[], stored: ReadonlyMap<string, object>): Attachment[] {
  return ids.flatMap((id) => {
    const attachment = stored.get(id)
    return attachment !== undefined && isAttachment(attachment) ? attachment : []
  })
}

/** Reads the files again whose reading was interrupted. */
export function readPending(chat: Chat, media: Media, list: readonly Attachment[]): void {
  for (const attachment of list)
    if (attachment.kind === 'pending') void readAgain(chat, media, attachment)
}

/** A file that was still being read or changed when the page went is read once more. */
async function readAgain(
  chat: Chat,
  media: Media,
  { id, name, blob }: Extract<Attachment, { kind: 'pending' }>,
): Promise<void> {
  try {
    const file = new File([blob], name, { type: blob.type })
    replaceAttachment(chat, id, await attachmentOfFile(media, file))
  } catch {
    removeAttachments(chat, [id])
  }
}

const KINDS = ['text', 'image', 'audio', 'video', 'file', 'pending']

function isAttachment(value: object): value is Attachment {
  return 'kind' in value && typeof value.kind === 'string' && KINDS.includes(value.kind)
}
