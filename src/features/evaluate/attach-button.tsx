import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'

import type { ContentPart } from '../../../contract/chat/messages.ts'
import { type ReadAttachment, readAttachments } from '../../core/chat/content-parts/content-part.ts'
import { browserMedia } from '../../media/browser-media.ts'
import { client } from '../../page/client.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { pickFiles } from '../../ui/controls/file-picker.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'

interface AttachButtonProps {
  label: string
  onAttach: (read: readonly ReadAttachment[]) => void
}

/** Reads files of this device as content parts; what can't be sent is named. */
export function AttachButton({ label, onAttach }: AttachButtonProps) {
  const attach = async () => onAttach(await readFiles(await pickFiles()))
  return (
    <IconButton label={label} onClick={() => void attach()}>
      <Paperclip size={14} aria-hidden />
    </IconButton>
  )
}

/** Reads files; those that can't be sent are named. */
export const readFiles = (files: readonly File[]) =>
  readAttachments(client, browserMedia, files, showToast)

interface AttachedPartProps {
  part: ContentPart
  onRemove?: () => void
}

/** What is attached to a message, by its name; nothing for a text. */
export function AttachedPart({ part, onRemove }: AttachedPartProps) {
  if (part.type === 'text') return null
  const name = partName(part)
  return (
    <span className="flex items-center gap-1 text-sm text-text-2">
      <Paperclip size={14} aria-hidden /> {name}
      {onRemove && (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

function partName(part: Exclude<ContentPart, { type: 'text' }>): string {
  if (part.type === 'file') return part.file.filename ?? 'File'
  return { image_url: 'Image', input_audio: 'Audio', video_url: 'Video' }[part.type]
}
