import { removeAttachments } from '../../../core/chat/attachments/edit-attachments.ts'
import { joinTexts } from '../../../core/chat/drafts/outbox.ts'
import { loadSharedContent, type SharedContent } from '../../../core/share/shared-content.ts'
import { chat } from '../../../page/chat.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { addressOf } from '../../../ui/hooks/location.tsx'
import { attachFiles } from '../attachments/drop-files.ts'

/** Adds what another app or website shared to the message. Sends nothing; all of it can be discarded. */
export async function receiveShared(id: string): Promise<void> {
  const content = await loadSharedContent(caches, addressOf(`/shared/${id}`)).catch(() => undefined)
  if (content === undefined) return showToast("Couldn't read what was shared. Share it again.")
  const { text } = chat.draft.getState()
  const shared = joinTexts(text, content.text)
  const own = new Set(chat.attachments.getState().list.map((one) => one.id))
  chat.draft.setState({ text: shared })
  if (content.files.length > 0) attachFiles(content.files)
  showToast(sharedWords(content), {
    label: 'Discard',
    run: () => {
      chat.draft.setState(({ text: now }) => ({
        text: now === shared ? text : now.replace(content.text, () => ''),
      }))
      const names = new Set(content.files.map(({ name }) => name))
      const added = chat.attachments.getState().list.filter((one) => !own.has(one.id))
      removeAttachments(
        chat,
        added.filter(({ name }) => names.has(name)).map((one) => one.id),
      )
    },
  })
}

function sharedWords({ from, text, files }: SharedContent): string {
  const what = [
    ...(text === '' ? [] : ['text']),
    ...(files.length === 0 ? [] : [files.length === 1 ? 'a file' : `${files.length} files`]),
  ]
  return `${from ?? 'Another app or website'} shared ${what.join(' and ') || 'nothing'}. Nothing was sent.`
}
