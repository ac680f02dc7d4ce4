import { hasDraftsHint } from '../../../core/storage/conversations/drafts-hint.ts'
import { chat } from '../../../page/chat.ts'
import { draftPartsStore } from '../attachments/draft/draft-parts-store.ts'
import { draftTextStore } from '../composer/draft-text-store.ts'
import { loadDraftKeeper } from '../lazy.ts'

let isKept = false

/** Fetches what keeps drafts, once. Without it the chat works and a reload forgets. */
export function keepDrafts(): void {
  if (isKept) return
  isKept = true
  loadDraftKeeper()
    .then(({ keepDraft }) => keepDraft())
    .catch(() => {
      isKept = false
    })
}

/**
 * Keeps what is being written over a reload or a crash: fetched at once where there may be something
 * to put back, else with the first change, so that an empty first screen loads nothing for it.
 */
export function followDraft(): () => void {
  if (hasDraftsHint()) keepDrafts()
  const stops = [draftTextStore, draftPartsStore, chat.conversation].map((store) =>
    store.subscribe(keepDrafts),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
