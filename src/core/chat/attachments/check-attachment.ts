import { AUDIO_FORMATS, VIDEO_FORMATS } from '../../../../contract/chat/messages.ts'
import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_CHAT_IMAGE_PIXELS,
  MIN_CHAT_IMAGE_SIDE_PX,
} from '../../../../contract/limits/sizes.ts'
import {
  isShownType,
  pictureTypeName,
  type WritableType,
} from '../../../../contract/media/file-type.ts'
import {
  type Attachment,
  type AttachmentIssue,
  type AudioAttachment,
  blobOf,
  type Fix,
  type ImageAttachment,
} from './attachment.ts'

const MEGABYTE = 1_000_000

/** Pictures are shrunk to this much of the limit, so that several still fit into one request. */
const SHRUNK_BYTES = 4 * MEGABYTE

/** A side that a canvas can have in every browser, px. */
const MAX_SIDE = 8192

/** What is to be said about one part by itself: type, size and sides. */
export function checkAttachment(part: Attachment): AttachmentIssue[] {
  return [...checkBytes(part), ...checkType(part)]
}

function checkBytes(part: Attachment): AttachmentIssue[] {
  const bytes = blobOf(part)?.size ?? 0
  if (part.kind === 'pending' || bytes < FILE_SIZE_LIMIT_BYTES) return []
  const fixes: Fix[] =
    part.kind === 'image' ? [shrink(part)] : [{ kind: 'remove', label: 'Remove', ids: [part.id] }]
  return [
    error(
      `${part.name} is ${megabytes(bytes)} MB. Files must be smaller than ${FILE_SIZE_LIMIT_BYTES / MEGABYTE} MB.`,
      fixes,
    ),
  ]
}

function checkType(part: Attachment): AttachmentIssue[] {
  switch (part.kind) {
    case 'image':
      return checkImage(part)
    case 'audio':
      return checkAudio(part)
    case 'video':
      return part.format !== undefined || 'url' in part.source
        ? []
        : [error(`${part.name}: unsupported video format. Use ${listed(VIDEO_FORMATS)}.`, [])]
    case 'file':
      return part.refusal === undefined ? [] : [error(`${part.name} ${part.refusal}.`, [])]
    case 'text':
      return part.text === ''
        ? [
            error('Empty text part. Enter at least 1 character.', [
              { kind: 'remove', label: 'Remove', ids: [part.id] },
            ]),
          ]
        : []
    case 'pending':
      return []
  }
}

function checkImage(part: ImageAttachment): AttachmentIssue[] {
  const { facts, id, name } = part
  if (facts === undefined) return []
  const { type, location } = facts
  const size = facts.shown ?? facts.size
  const issues: AttachmentIssue[] = []
  if (!isShownType(type) && type !== 'avif')
    issues.push(
      error(
        `${name}: ${pictureTypeName(type)} images aren't supported. Use PNG, JPEG or WebP.`,
        facts.shown === undefined ? [] : conversions(id),
      ),
    )
  else if (facts.shown === undefined)
    issues.push(error(`${name} is damaged: your browser can't decode it.`, []))
  else if (type === 'avif' || type === 'gif')
    issues.push({
      level: 'warning',
      message: `${name} is ${type === 'gif' ? 'a GIF' : 'an AVIF'} image, which some ${type === 'gif' ? 'APIs reject' : "models can't read"}.`,
      fixes: conversions(id),
    })
  if (size !== undefined && Math.min(size.width, size.height) < MIN_CHAT_IMAGE_SIDE_PX)
    issues.push(
      error(
        `${name} is ${size.width} × ${size.height} px. Both sides must be at least ${MIN_CHAT_IMAGE_SIDE_PX} px.`,
        facts.shown === undefined ? [] : enlargements(part, size),
      ),
    )
  if (size !== undefined && size.width * size.height > MAX_CHAT_IMAGE_PIXELS)
    issues.push(
      error(
        `${name} is ${size.width} × ${size.height} px. The limit is ${MAX_CHAT_IMAGE_PIXELS.toLocaleString('en-US')} pixels in total.`,
        facts.shown === undefined ? [] : [shrink(part)],
      ),
    )
  if (location)
    issues.push({
      level: 'warning',
      message: `${name} contains its location in its metadata.`,
      fixes: [
        { kind: 'change-picture', label: 'Remove metadata', id, change: { type: writable(part) } },
      ],
    })
  return issues
}

function checkAudio({ id, name, format, container }: AudioAttachment): AttachmentIssue[] {
  if (format !== undefined) return []
  return [
    error(`${name} is ${container}, which isn't supported. Use ${listed(AUDIO_FORMATS)}.`, [
      { kind: 'convert-audio', label: 'Convert to WAV', id },
      { kind: 'name-format', label: 'Send as pcm16', id, format: 'pcm16' },
      { kind: 'name-format', label: 'Send as pcm24', id, format: 'pcm24' },
    ]),
  ]
}

function conversions(id: string): Fix[] {
  return (['png', 'jpeg', 'webp'] as const).map((type) => ({
    kind: 'change-picture',
    label: `Convert to ${pictureTypeName(type)}`,
    id,
    change: { type },
  }))
}

function enlargements(part: ImageAttachment, size: { width: number; height: number }): Fix[] {
  const side = MIN_CHAT_IMAGE_SIDE_PX
  const longest = (Math.max(size.width, size.height) / Math.min(size.width, size.height)) * side
  if (longest > MAX_SIDE) return []
  const change = { type: writable(part), minSide: side }
  return [{ kind: 'change-picture', label: `Enlarge to ${side} px`, id: part.id, change }]
}

/** Makes a picture small enough to be sent, as a photo is best kept. */
export function shrink(part: ImageAttachment): Fix {
  return {
    kind: 'change-picture',
    label: `Shrink ${part.name}`,
    id: part.id,
    change: { type: 'jpeg', quality: 0.85, maxBytes: SHRUNK_BYTES, maxSide: 4096 },
  }
}

/** The type to write a picture in so that it stays closest to what it is. */
function writable({ facts }: ImageAttachment): WritableType {
  return facts?.type === 'jpeg' || facts?.type === 'webp' ? facts.type : 'png'
}

function error(message: string, fixes: readonly Fix[]): AttachmentIssue {
  return { level: 'error', message, fixes }
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function megabytes(bytes: number): string {
  // Rounding must not turn 25.04 into the limit itself.
  return (Math.ceil(bytes / 10_000) / 100).toString()
}
