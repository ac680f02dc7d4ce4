import { hasDraftsHint } from '../../../core/storage/conversations/drafts-hint.ts'
import { chat } from '../../../page/chat.ts'
import { loadDraftPersistence } from '../lazy.ts'

let isPersisted = false

/** Fetches what persists drafts, once. Without it the chat works and a reload forgets. */
function persistDrafts(): void {
  if (isPersisted) return
  isPersisted = true
  loadDraftPersistence()
    .then(({ persistDraft }) => persistDraft())
    .catch(() => {
      isPersisted = false
    })
}

/**
 * Persists what is being written over a reload or a crash: fetched at once where there may be
 * something to restore, else with the first change, so that an empty first screen loads nothing for it.
 */
export function followDraft(): () => void {
  if (hasDraftsHint()) persistDrafts()
  const stops = [chat.draft, chat.attachments, chat.conversation].map((store) =>
    store.subscribe(persistDrafts),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
