import Ellipsis from 'lucide-react/icons/ellipsis'
import FileText from 'lucide-react/icons/file-text'
import Link from 'lucide-react/icons/link'
import X from 'lucide-react/icons/x'

import { pictureTypeName } from '../../../../contract/media/file-type.ts'
import type { PictureChange } from '../../../../contract/media/picture-header.ts'
import { applyFix, removeWithUndo } from '../../../core/chat/attachments/apply-fix.ts'
import { type Attachment, blobOf, urlOf } from '../../../core/chat/attachments/attachment.ts'
import {
  moveAttachment,
  updateAttachment,
} from '../../../core/chat/attachments/edit-attachments.ts'
import { formatBytes } from '../../../core/format/units.ts'
import { browserMedia } from '../../../media/browser-media.ts'
import { chat } from '../../../page/chat.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { AudioPlayer, Picture, VideoPlayer } from './media.tsx'

interface AttachmentChipProps {
  attachment: Attachment
  place: number
  count: number
}

/** One attachment: what it is, how it looks, and what can be done with it. */
export function AttachmentChip({ attachment, place, count }: AttachmentChipProps) {
  const { id, kind, cached } = attachment
  const name = urlOf(attachment) ?? attachment.name
  return (
    <li
      aria-label={`${name}, ${attachmentFacts(attachment).join(', ')}`}
      className="flex max-w-full min-w-0 items-center gap-2 rounded-md border bg-surface-0 py-1 pr-1 pl-2"
    >
      <AttachmentPreview attachment={attachment} />
      {kind === 'text' ? (
        <TextArea
          aria-label="Text part"
          placeholder="Text sent before the message"
          value={attachment.text}
          onChange={({ target }) =>
            updateAttachment(chat, id, (current) =>
              current.kind === 'text' ? { ...current, text: target.value } : current,
            )
          }
          className="max-h-32 min-w-60"
        />
      ) : (
        <span className="flex min-w-0 flex-col">
          <span className="max-w-60 truncate text-sm" title={name}>
            {name}
          </span>
          <span className="truncate text-xs text-text-3">
            {attachmentFacts(attachment).join(' · ')}
          </span>
        </span>
      )}
      {cached && <Badge title="Sent with cache_control: ephemeral">cache</Badge>}
      {kind !== 'pending' && (
        <Menu
          label={`Options for ${attachment.name}`}
          icon={<Ellipsis size={14} aria-hidden />}
          items={chipActions(attachment, place, count)}
        />
      )}
      <IconButton label={`Remove ${attachment.name}`} onClick={() => removeWithUndo(chat, [id])}>
        <X size={14} aria-hidden />
      </IconButton>
    </li>
  )
}

function AttachmentPreview({ attachment }: { attachment: Attachment }) {
  if (urlOf(attachment) !== undefined) return <Link size={16} aria-hidden className="text-text-3" />
  if (attachment.kind === 'pending') return <Spinner />
  if (attachment.kind === 'image' && attachment.facts?.thumbnail !== undefined)
    return <Picture blob={attachment.facts.thumbnail} name={attachment.name} small />
  if (attachment.kind === 'audio' && attachment.format !== 'pcm16' && attachment.format !== 'pcm24')
    return <AudioPlayer blob={attachment.blob} name={attachment.name} small />
  if (attachment.kind === 'video' && 'blob' in attachment.source)
    return <VideoPlayer blob={attachment.source.blob} name={attachment.name} />
  return <FileText size={16} aria-hidden className="text-text-3" />
}

function attachmentFacts(attachment: Attachment): string[] {
  const size = blobOf(attachment)?.size
  return [...typeFacts(attachment), ...(size === undefined ? [] : [formatBytes(size)])]
}

function typeFacts(attachment: Attachment): string[] {
  if (urlOf(attachment) !== undefined) return [`${attachment.kind} by URL`]
  switch (attachment.kind) {
    case 'pending':
      return [`${attachment.doing}…`]
    case 'text':
      return ['text']
    case 'image': {
      const { type, shown, size = shown } = attachment.facts ?? {}
      const sides = shown ?? size
      return [
        ...(type === undefined ? ['image'] : [pictureTypeName(type)]),
        ...(sides === undefined ? [] : [`${sides.width} × ${sides.height} px`]),
      ]
    }
    case 'audio':
      return [attachment.format ?? attachment.container]
    case 'video':
      return [attachment.format ?? 'video']
    case 'file':
      return [attachment.label]
  }
}

/** A side that every model of today reads without shrinking it itself, px. */
const COMMON_SIDE = 2048

function chipActions(attachment: Attachment, place: number, count: number): MenuItem[] {
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
