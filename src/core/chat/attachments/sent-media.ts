import type { ContentPart } from '../../../../contract/chat/messages.ts'
import {
  isShownType,
  pictureMediaType,
  pictureTypeOf,
} from '../../../../contract/media/file-type.ts'
import type { Media } from './attachment.ts'
import { SNIFFED_BYTES, identifyFile } from './identify-file.ts'

/** What a part of a message is, once its bytes have been looked at. */
export type SentMedia =
  | { kind: 'address'; url: string }
  /** Only a type that browsers show safely, under the media type of its own bytes. */
  | { kind: 'image' | 'audio' | 'video'; blob: Blob; label: string }
  /** Never shown, only read as text or saved. */
  | { kind: 'file'; blob: Blob; label: string; isText: boolean }
  | { kind: 'broken' }

type MediaPart = Exclude<ContentPart, { type: 'text' }>

/** The data URL, URL or base64 that a part carries. */
export function carriedBy(part: MediaPart): string {
  switch (part.type) {
    case 'image_url':
      return part.image_url.url
    case 'input_audio':
      return part.input_audio.data
    case 'video_url':
      return part.video_url.url
    case 'file':
      return part.file.file_data
  }
}

/**
 * Reads the bytes of a part. What they begin like decides how they are shown; what the part says they
 * are does not. Nothing is fetched.
 */
export async function readSentMedia(
  media: Pick<Media, 'base64ToBlob'>,
  part: MediaPart,
): Promise<SentMedia> {
  const carried = carriedBy(part)
  const isData = /^data:/i.test(carried)
  if (part.type !== 'input_audio' && !isData) return { kind: 'address', url: carried }
  const bytes = await bytesOf(media, carried, isData)
  if (bytes === undefined) return { kind: 'broken' }
  const head = new Uint8Array(await bytes.slice(0, SNIFFED_BYTES).arrayBuffer())
  const wanted = part.type === 'input_audio' ? 'audio' : undefined
  const name = part.type === 'file' ? (part.file.filename ?? '') : ''
  const found = identifyFile(head, { name, mediaType: '', wanted })
  switch (found.kind) {
    case 'image': {
      const type = pictureTypeOf(head)
      return type !== undefined && isShownType(type)
        ? { kind: 'image', blob: bytes.slice(0, bytes.size, pictureMediaType(type)), label: type }
        : { kind: 'file', blob: bytes, label: type ?? 'image', isText: false }
    }
    case 'audio':
    case 'video': {
      const { format } = found
      return format === undefined
        ? { kind: 'file', blob: bytes, label: found.label, isText: false }
        : { kind: found.kind, blob: bytes.slice(0, bytes.size, mediaTypeOf(format)), label: format }
    }
    case 'file': {
      const isText =
        found.refusal === undefined && !/^(?:PDF|DOCX|XLSX|PPTX|EPUB|XLS)$/.test(found.label)
      const label = part.type === 'input_audio' ? (part.input_audio.format ?? 'wav') : found.label
      return { kind: 'file', blob: bytes, label, isText }
    }
  }
}

const MEDIA_TYPES = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aiff: 'audio/aiff',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  pcm16: '',
  pcm24: '',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mov: 'video/quicktime',
  webm: 'video/webm',
} as const

function mediaTypeOf(format: keyof typeof MEDIA_TYPES): string {
  return MEDIA_TYPES[format]
}

async function bytesOf(
  media: Pick<Media, 'base64ToBlob'>,
  carried: string,
  isData: boolean,
): Promise<Blob | undefined> {
  const comma = isData ? carried.indexOf(',') : -1
  const isBase64 = !isData || /;base64$/i.test(carried.slice(0, Math.max(0, comma)))
  const data = carried.slice(comma + 1)
  try {
    return isBase64 ? await media.base64ToBlob(data) : new Blob([decodeURIComponent(data)])
  } catch {
    return undefined
  }
}
