import { isFirstSetup } from '../../../core/chat/conversation/conversation-state.ts'
import { openEditor } from '../../../core/chat/conversation/edit/message-editors.ts'
import type { ChatDraft } from '../../../core/storage/conversations/chat-drafts.ts'
import { chat } from '../../../page/chat.ts'
import { draftOfFile } from '../attachments/attach/draft-of-file.ts'
import type { DraftPart } from '../attachments/draft/draft-part.ts'
import { draftPartsStore } from '../attachments/draft/draft-parts-store.ts'
import { removeParts, replacePart } from '../attachments/draft/edit-draft.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { draftTextStore, putInFront } from '../composer/draft-text-store.ts'
import { requestDrafts, type RequestDraftText } from '../request-json/request-drafts.ts'
import { restoreComparison } from './comparison-draft.ts'
import { isNew } from './draft-content.ts'

/**
 * Puts a draft back, never into what was written meanwhile: that stays as it is, and the way to put
 * what was held back in front of it is given. Undefined when nothing was.
 */
export function restoreDraft(
  draft: ChatDraft,
  stored: ReadonlyMap<string, object>,
): (() => void) | undefined {
  const { setup, editors, request, comparison } = draft
  const { conversation } = chat.conversation.getState()
  if (setup !== undefined && isNew() && isFirstSetup(conversation))
    chat.conversation.setState({ conversation: { ...conversation, ...setup } })
  for (const [id, edit] of Object.entries(editors ?? {})) openEditor(chat, id, edit)
  const isEdited = conversation.id in requestDrafts.getState()
  if (request !== undefined && 'text' in request && !isEdited) {
    requestDrafts.setState({ [conversation.id]: request as RequestDraftText })
    chatViewStore.setState({ settingsView: 'json' })
  }
  const heldBack: (() => void)[] = []
  if (comparison !== undefined && !restoreComparison(comparison))
    heldBack.push(() => restoreComparison(comparison, { inFront: true }))
  if (hasRoom(draft)) restoreMessage(draft, stored)
  else heldBack.push(() => restoreMessage(draft, stored))
  if (heldBack.length === 0) return undefined
  return () => {
    for (const putBack of heldBack) putBack()
  }
}

/** Whether nothing stands in the place of the message that the draft has. */
function hasRoom({ text, partIds }: ChatDraft): boolean {
  if (text === '' && partIds.length === 0) return true
  const { text: typed } = draftTextStore.getState()
  const { parts, sending } = draftPartsStore.getState()
  return (typed === '' || typed === text) && parts.length === 0 && sending === undefined
}

/** Puts the message of a draft in front of what is being written. */
function restoreMessage({ text, partIds }: ChatDraft, stored: ReadonlyMap<string, object>): void {
  putInFront(text)
  const parts = partIds.flatMap((id) => {
    const part = stored.get(id)
    return part !== undefined && isPart(part) ? part : []
  })
  if (parts.length === 0) return
  draftPartsStore.setState((now) => ({ parts: [...parts, ...now.parts] }))
  for (const part of parts) if (part.kind === 'pending') void readAgain(part)
}

/** A file that was still being read or changed when the page went is read once more. */
async function readAgain({
  id,
  name,
  blob,
}: Extract<DraftPart, { kind: 'pending' }>): Promise<void> {
  try {
    replacePart(id, await draftOfFile(new File([blob], name, { type: blob.type }), undefined))
  } catch {
    removeParts([id])
  }
}

const KINDS = ['text', 'image', 'audio', 'video', 'file', 'pending']

function isPart(value: object): value is DraftPart {
  return 'kind' in value && typeof value.kind === 'string' && KINDS.includes(value.kind)
}
