import type { ChatDraft } from '../../../storage/chat-drafts.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { setDraftText } from '../composer/draft-text-store.ts'
import { conversationStore, isFirstSetup } from '../conversation/conversation-store.ts'
import { openEditor } from '../messages/editor-store.ts'
import { draftOfFile } from '../parts/draft-of-file.ts'
import type { DraftPart } from '../parts/draft-part.ts'
import { draftPartsStore } from '../parts/draft-parts-store.ts'
import { removeParts, replacePart } from '../parts/edit-draft.ts'
import { requestDrafts, type RequestDraftText } from '../request-json/request-drafts.ts'
import { restoreComparison } from './comparison-draft.ts'
import { isNew } from './draft-content.ts'

/** Puts a draft back; what was written meanwhile stays, after it. */
export function restoreDraft(
  { text, setup, partIds, editors, request, comparison }: ChatDraft,
  stored: ReadonlyMap<string, object>,
): void {
  if (text !== '')
    setDraftText((typed) => (typed === '' || typed === text ? text : `${text}\n${typed}`))
  const { conversation } = conversationStore.getState()
  if (setup !== undefined && isNew() && isFirstSetup(conversation))
    conversationStore.setState({ conversation: { ...conversation, ...setup } })
  for (const [id, draft] of Object.entries(editors ?? {})) openEditor(id, draft)
  if (request !== undefined && 'text' in request) {
    requestDrafts.setState({ [conversation.id]: request as RequestDraftText })
    chatViewStore.setState({ settingsView: 'json' })
  }
  if (comparison !== undefined) restoreComparison(comparison)
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
