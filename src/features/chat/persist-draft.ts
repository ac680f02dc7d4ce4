import { persistDraft as persist } from '../../core/chat/drafts/persist-draft.ts'
import { sessionText } from '../../core/storage/db/browser-storage.ts'
import { browserMedia } from '../../media/browser-media.ts'
import { chat } from '../../page/chat.ts'
import { chatViewStore } from './chat-view-store.ts'

/** Restores what was written in this chat before, and stores what is written from now on. */
export function persistDraft(): Promise<void> {
  return persist(chat, {
    media: browserMedia,
    window,
    tab: sessionText,
    onRequestRestored: () => chatViewStore.setState({ settingsView: 'json' }),
  })
}
