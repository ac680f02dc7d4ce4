import type { ChatDraft } from '../../storage/conversations/chat-drafts.ts'
import type { Chat } from '../chat.ts'
import { isFirstSetup } from '../conversation/conversation-state.ts'
import { NEW, type OtherDrafts } from './other-drafts.ts'

/** What of the chat is not stored in any other way. */
type DraftContent = Omit<ChatDraft, 'id' | 'savedAt'>

/**
 * What is being written now or is in the outbox: the text, what is attached, the setup of an empty
 * conversation, what is in editors, and what was written for other conversations.
 */
export function draftContent(chat: Chat, others: OtherDrafts = new Map()): DraftContent {
  const { conversation } = chat.conversation.getState()
  const { text, pending } = chat.draft.getState()
  const attachedIds = chat.attachments.getState().list.map(({ id }) => id)
  const pendingIds = pending.flatMap(({ attachmentIds }) => attachmentIds)
  const unsaved = {
    text: [...pending.map((message) => message.text), text].filter((one) => one !== '').join('\n'),
    partIds: [...new Set([...pendingIds, ...attachedIds])],
    ...edits(chat),
    ...otherContents(others),
  }
  const { model, settings, variables } = conversation
  const setup = { model, settings, ...(variables === undefined ? {} : { variables }) }
  // A conversation that is not stored yet may have to begin again. It has its path as soon as the
  // message is in it, so whatever is in the outbox is written with it from the first.
  if (pending.length > 0)
    return { conversationId: conversation.id, ...unsaved, isLeaving: true as const, setup }
  if (!isNew(chat)) return { conversationId: conversation.id, ...unsaved }
  return isFirstSetup(conversation) ? unsaved : { ...unsaved, setup }
}

function otherContents(others: OtherDrafts): Pick<DraftContent, 'others'> {
  if (others.size === 0) return {}
  const contents = [...others].map(([key, { text, list }]) => ({
    ...(key === NEW ? {} : { conversationId: key }),
    text,
    partIds: list.map(({ id }) => id),
  }))
  return { others: contents }
}

function edits(chat: Chat): Pick<DraftContent, 'editors' | 'request'> {
  const { conversation, messages } = chat.conversation.getState()
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

/** Whether the conversation on the screen is one without messages. */
export function isNew(chat: Chat): boolean {
  const { messages, status } = chat.conversation.getState()
  return messages.length === 0 && status === 'ready'
}
