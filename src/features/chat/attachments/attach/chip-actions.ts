import type { PictureChange } from '../../../../../contract/media/picture-layout.ts'
import { applyFix } from '../../../../core/chat/attachments/apply-fix.ts'
import { blobOf, type Attachment } from '../../../../core/chat/attachments/attachment.ts'
import {
  updateAttachment,
  moveAttachment,
} from '../../../../core/chat/attachments/edit-attachments.ts'
import { browserMedia } from '../../../../media/browser-media.ts'
import { chat } from '../../../../page/chat.ts'
import type { MenuItem } from '../../../../ui/overlays/menu.tsx'

/** A side that every model of today reads without shrinking it itself, px. */
const COMMON_SIDE = 2048

/** What can be done with an attachment, for its menu. */
export function chipActions(attachment: Attachment, place: number, count: number): MenuItem[] {
  const { id, cached } = attachment
  return [
    ...(place > 0 ? [{ label: 'Move earlier', onSelect: () => moveAttachment(chat, id, -1) }] : []),
    ...(place < count - 1
      ? [{ label: 'Move later', onSelect: () => moveAttachment(chat, id, 1) }]
      : []),
    {
      label: cached ? 'Remove cache mark' : 'Mark end of cached prompt',
      onSelect: () => updateAttachment(chat, id, (current) => ({ ...current, cached: !cached })),
    },
    ...conversions(attachment),
  ]
}

function conversions(attachment: Attachment): MenuItem[] {
  const id = attachment.id
  if (attachment.kind === 'audio' && attachment.format !== 'wav')
    return [
      {
        label: 'Convert to WAV',
        onSelect: () => void applyFix(chat, browserMedia, { kind: 'convert-audio', label: '', id }),
      },
    ]
  if (attachment.kind !== 'image' || blobOf(attachment) === undefined) return []
  const shown = attachment.facts?.shown
  if (shown === undefined) return []
  const change = (label: string, wanted: PictureChange): MenuItem => ({
    label,
    onSelect: () =>
      void applyFix(chat, browserMedia, { kind: 'change-picture', label, id, change: wanted }),
  })
  const type = attachment.facts?.type
  return [
    ...(Math.max(shown.width, shown.height) > COMMON_SIDE
      ? [change(`Shrink to ${COMMON_SIDE} px`, { type: 'jpeg', maxSide: COMMON_SIDE })]
      : []),
    ...(type === 'png' ? [] : [change('Convert to PNG', { type: 'png' })]),
    ...(type === 'jpeg' ? [] : [change('Convert to JPEG', { type: 'jpeg' })]),
    ...(type === 'webp' ? [] : [change('Convert to WebP', { type: 'webp' })]),
  ]
}
