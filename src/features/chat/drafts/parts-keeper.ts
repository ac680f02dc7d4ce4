import type { DraftStorage } from '../../../core/storage/conversations/chat-drafts.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import type { DraftPart } from '../attachments/draft/draft-part.ts'

/** Stores attachments, each once: only what is not `known`, or changed since, is written. */
export function partsKeeper(
  drafts: Pick<DraftStorage, 'saveParts'>,
  draftId: string,
  known: ReadonlyMap<string, object>,
): { keep: (parts: readonly DraftPart[]) => void } {
  let stored = known
  let isRefused = false
  return {
    keep: (parts) => {
      const next = new Map(parts.map((part) => [part.id, part]))
      const changed = parts.filter((part) => stored.get(part.id) !== part)
      const removed = [...stored.keys()].filter((id) => !next.has(id))
      stored = next
      if (changed.length === 0 && removed.length === 0) return
      drafts
        .saveParts(
          draftId,
          changed.map((part) => ({ id: part.id, part })),
          removed,
        )
        .then(
          () => {
            isRefused = false
          },
          () => {
            if (isRefused) return
            isRefused = true
            showToast('This browser has no room to keep what is attached: a reload would lose it.')
          },
        )
    },
  }
}
