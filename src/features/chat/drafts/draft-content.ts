import { isFirstSetup } from '../../../core/chat/conversation/conversation-state.ts'
import type { ChatDraft } from '../../../core/storage/conversations/chat-drafts.ts'
import { chat } from '../../../page/chat.ts'
import { draftPartsStore } from '../attachments/draft/draft-parts-store.ts'
import {
  draftTextStore,
  wordsInFront,
  type ComparisonDraft,
  type LeavingMessage,
} from '../composer/draft-text-store.ts'
import { requestDrafts } from '../request-json/request-drafts.ts'
import { comparisonDraft } from './comparison-draft.ts'

/** What of the chat is not stored in any other way. */
export type DraftContent = Omit<ChatDraft, 'id' | 'savedAt'>

/**
 * What is being written now or is leaving the form: the text, what is attached, the setup of an empty
 * conversation, what stands in editors, and a comparison that was not run.
 */
export function draftContent(): DraftContent {
  const { conversation } = chat.conversation.getState()
  const { text, leaving } = draftTextStore.getState()
  const comparison = leaving.reduceRight(inFront, comparisonDraft())
  const unsaved = {
    text: [...leaving.map((message) => message.text), text].filter((one) => one !== '').join('\n'),
    partIds: [...new Set([...leaving.flatMap(({ partIds }) => partIds), ...attachedIds()])],
    ...edits(),
    ...(comparison === undefined ? {} : { comparison }),
  }
  const { model, settings, variables } = conversation
  const setup = { model, settings, ...(variables === undefined ? {} : { variables }) }
  // A conversation that is not stored yet may have to begin again. It has its address as soon as the
  // message is in it, so whatever is leaving is written with it from the first.
  if (leaving.length > 0)
    return { conversationId: conversation.id, ...unsaved, isLeaving: true as const, setup }
  if (!isNew()) return { conversationId: conversation.id, ...unsaved }
  return isFirstSetup(conversation) ? unsaved : { ...unsaved, setup }
}

/** What is on its way into the columns is a draft with what was written since. */
function inFront(
  now: ComparisonDraft | undefined,
  { comparison }: LeavingMessage,
): ComparisonDraft | undefined {
  if (comparison === undefined) return now
  return { ...comparison, draft: wordsInFront(comparison.draft, now?.draft ?? '') }
}

function attachedIds(): string[] {
  return draftPartsStore.getState().parts.map(({ id }) => id)
}

function edits(): Pick<DraftContent, 'editors' | 'request'> {
  const { conversation, messages } = chat.conversation.getState()
  const { open } = chat.editors.getState()
  const shown = messages.flatMap(({ id }) => {
    const edit = open[id]
    return edit === undefined ? [] : [[id, edit] as const]
  })
  const request = requestDrafts.getState()[conversation.id]
  return {
    ...(shown.length === 0 ? {} : { editors: Object.fromEntries(shown) }),
    ...(request === undefined ? {} : { request }),
  }
}

/** Whether there is nothing that a reload would lose. */
export function isEmpty({ conversationId: _, text, partIds, ...more }: DraftContent): boolean {
  return text === '' && partIds.length === 0 && Object.keys(more).length === 0
}

/** Whether the conversation on the screen is one that holds nothing yet. */
export function isNew(): boolean {
  const { messages, status } = chat.conversation.getState()
  return messages.length === 0 && status === 'ready'
}
