import type { ChatDraft } from '../../../storage/chat-drafts.ts'
import { draftTextStore } from '../composer/draft-text-store.ts'
import { conversationStore, isFirstSetup } from '../conversation/conversation-store.ts'
import { draftPartsStore } from '../parts/draft-parts-store.ts'

/** What of the chat is not stored in any other way. */
export type DraftContent = Omit<ChatDraft, 'id' | 'savedAt'>

/** What is being written now: the text, what is attached, and the setup of an empty conversation. */
export function draftContent(): DraftContent {
  const { conversation } = conversationStore.getState()
  const partIds = draftPartsStore.getState().parts.map(({ id }) => id)
  const { text } = draftTextStore.getState()
  if (!isNew()) return { conversationId: conversation.id, text, partIds }
  if (isFirstSetup(conversation)) return { text, partIds }
  const { model, settings, variables } = conversation
  const setup = { model, settings, ...(variables === undefined ? {} : { variables }) }
  return { text, partIds, setup }
}

/** Whether there is nothing that a reload would lose. */
export function isEmpty({ text, setup, partIds }: DraftContent): boolean {
  return text === '' && setup === undefined && partIds.length === 0
}

/** Whether the conversation on the screen is one that holds nothing yet. */
export function isNew(): boolean {
  const { messages, status } = conversationStore.getState()
  return messages.length === 0 && status === 'ready'
}
