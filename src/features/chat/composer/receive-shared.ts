import { joinTexts } from '../../../core/chat/drafts/outbox.ts'
import { loadSharedContent } from '../../../core/share/shared-content.ts'
import { chat } from '../../../page/chat.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { addressOf } from '../../../ui/hooks/location.tsx'
import { attachFiles } from '../attachments/attach/drop-files.ts'

/** Adds what another app shared to the message being written. Nothing is sent. */
export async function receiveShared(id: string): Promise<void> {
  const content = await loadSharedContent(caches, addressOf(`/shared/${id}`)).catch(() => undefined)
  if (content === undefined) return showToast("Couldn't read what was shared. Share it again.")
  chat.draft.setState(({ text }) => ({ text: joinTexts(text, content.text) }))
  if (content.files.length > 0) attachFiles(content.files)
}
