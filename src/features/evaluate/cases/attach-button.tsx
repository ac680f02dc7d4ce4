import Paperclip from 'lucide-react/icons/paperclip'

import type { ContentPart } from '../../../../contract/chat/content-parts.ts'
import { readAttachment } from '../../../core/chat/attachments/send/read-attachment.ts'
import { browserMedia } from '../../../media/browser-media.ts'
import { client } from '../../../page/client.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { pickFiles } from '../../../ui/pick-file.ts'

interface AttachButtonProps {
  label: string
  onAttach: (parts: readonly ContentPart[]) => void
}

/** Reads files of this device as content parts; what can't be sent is named. */
export function AttachButton({ label, onAttach }: AttachButtonProps) {
  const attach = async () => onAttach(await readParts(await pickFiles()))
  return (
    <IconButton label={label} onClick={() => void attach()}>
      <Paperclip size={14} aria-hidden />
    </IconButton>
  )
}

/** Files as content parts; those that can't be sent are named. */
export async function readParts(files: readonly File[]): Promise<ContentPart[]> {
  const read = files.map((file) => readAttachment(client, browserMedia, file))
  const parts = await Promise.all(read)
  for (const part of parts) if (typeof part === 'string') showToast(part)
  return parts.filter((part) => typeof part !== 'string')
}

/** What an attachment is called in a line. */
export function partName(part: Exclude<ContentPart, { type: 'text' }>): string {
  if (part.type === 'file') return part.file.filename ?? 'File'
  return { image_url: 'Image', input_audio: 'Audio', video_url: 'Video' }[part.type]
}
