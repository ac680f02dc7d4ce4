import type { ChatDraft } from '../../storage/conversations/chat-drafts.ts'
import { attachmentOfFile } from '../attachments/attach-files.ts'
import type { Attachment, Media } from '../attachments/attachment.ts'
import { removeAttachments, replaceAttachment } from '../attachments/edit-attachments.ts'
import type { Chat } from '../chat.ts'
import { type ConversationState, isFirstSetup } from '../conversation/conversation-state.ts'
import { openEditor } from '../editors/message-editors.ts'
import type { RequestDraftText } from '../request/request-drafts.ts'
import { prependToDraft } from './outbox.ts'

/** What of the chat is not stored in any other way. */
type DraftContent = Omit<ChatDraft, 'id' | 'savedAt'>

/** Whether a conversation holds nothing yet. */
export function isNew({ messages, status }: ConversationState): boolean {
  return messages.length === 0 && status === 'ready'
}

/**
 * What is being written now or is in the outbox: the text, what is attached, the setup of an empty
 * conversation, and what is in editors.
 */
export function draftContent(chat: Chat): DraftContent {
  const state = chat.conversation.getState()
  const { conversation } = state
  const { text, pending } = chat.draft.getState()
  const attachedIds = chat.attachments.getState().list.map(({ id }) => id)
  const pendingIds = pending.flatMap(({ attachmentIds }) => attachmentIds)
  const unsaved = {
    text: [...pending.map((message) => message.text), text].filter((one) => one !== '').join('\n'),
    partIds: [...new Set([...pendingIds, ...attachedIds])],
    ...edits(chat, state),
  }
  const { model, settings, variables } = conversation
  const setup = { model, settings, ...(variables === undefined ? {} : { variables }) }
  // A conversation that is not stored yet may have to begin again. It has its path as soon as the
  // message is in it, so whatever is in the outbox is written with it from the first.
  if (pending.length > 0)
    return { conversationId: conversation.id, ...unsaved, isLeaving: true as const, setup }
  if (!isNew(state)) return { conversationId: conversation.id, ...unsaved }
  return isFirstSetup(conversation) ? unsaved : { ...unsaved, setup }
}

/** What stands in editors of a conversation: of its messages, and of its request. */
export function edits(
  chat: Chat,
  { conversation, messages }: ConversationState,
): Pick<DraftContent, 'editors' | 'request'> {
  const { open } = chat.editors.getState()
  const shown = Object.entries(open).filter(([openId]) => messages.some(({ id }) => id === openId))
  const request = chat.requestDrafts.getState()[conversation.id]
  return {
    ...(shown.length === 0 ? {} : { editors: Object.fromEntries(shown) }),
    ...(request === undefined ? {} : { request }),
  }
}

/** Whether there is nothing that a reload would lose. */
export function isEmpty({ conversationId: _, text, partIds, ...more }: DraftContent): boolean {
  return text === '' && partIds.length === 0 && Object.keys(more).length === 0
}

/** What restoring needs besides the chat. */
export interface RestoreWorld {
  /** Reads again a file that was still being read when the page went. */
  media: Media
  /** A request that was being edited as JSON is there again. */
  onRequestRestored: () => void
}

/**
 * Restores a draft, never into what was written meanwhile: that stays as it is, and a function is
 * returned that puts what was held back in front of it. Undefined when nothing was.
 */
export function restoreDraft(
  chat: Chat,
  { media, onRequestRestored }: RestoreWorld,
  draft: ChatDraft,
  stored: ReadonlyMap<string, object>,
): (() => void) | undefined {
  const { setup, editors, request, text, partIds } = draft
  const state = chat.conversation.getState()
  const { conversation } = state
  if (setup !== undefined && isNew(state) && isFirstSetup(conversation))
    chat.conversation.setState({ conversation: { ...conversation, ...setup } })
  for (const [id, edit] of Object.entries(editors ?? {})) openEditor(chat, id, edit)
  const isEdited = conversation.id in chat.requestDrafts.getState()
  if (request !== undefined && 'text' in request && !isEdited) {
    chat.requestDrafts.setState({ [conversation.id]: request as RequestDraftText })
    onRequestRestored()
  }
  const restoreMessage = () => {
    prependToDraft(chat, text)
    const attached = partIds.flatMap((id) => {
      const attachment = stored.get(id)
      return attachment !== undefined && isAttachment(attachment) ? attachment : []
    })
    if (attached.length === 0) return
    chat.attachments.setState(({ list }) => ({ list: [...attached, ...list] }))
    for (const one of attached) if (one.kind === 'pending') void readAgain(chat, media, one)
  }
  if (!hasRoom(chat, draft)) return restoreMessage
  restoreMessage()
  return undefined
}

/** Whether nothing is in the place of the message that the draft has. */
function hasRoom(chat: Chat, { text, partIds }: ChatDraft): boolean {
  if (text === '' && partIds.length === 0) return true
  const { text: typed } = chat.draft.getState()
  const { list, progress } = chat.attachments.getState()
  return (typed === '' || typed === text) && list.length === 0 && progress === undefined
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
