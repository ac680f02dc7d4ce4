import type { ContentPart } from '../../../../contract/chat/messages.ts'
import { pictureMediaType, type VideoFormat } from '../../../../contract/media/file-type.ts'
import type { Client } from '../../client/client.ts'
import { fileNamesOf } from '../../client/exchanges/open-exchange.ts'
import { attachmentOfFile } from '../attachments/attach-files.ts'
import {
  type Attachment,
  blobOf,
  type Media,
  type MediaKind,
  urlOf,
} from '../attachments/attachment.ts'
import { checkAttachment } from '../attachments/check-attachment.ts'

const VIDEO_TYPES: Readonly<Record<VideoFormat, string>> = {
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** The prefix of the base64 of an attachment's bytes: '' for audio, which is sent bare. */
export function dataPrefix(part: Attachment): string {
  const mediaType = mediaTypeOf(part)
  return mediaType === undefined ? '' : `data:${mediaType};base64,`
}

function mediaTypeOf(part: Attachment): string | undefined {
  switch (part.kind) {
    case 'image':
      return pictureMediaType(part.facts?.type ?? 'png')
    case 'video':
      return VIDEO_TYPES[part.format ?? 'mp4']
    case 'file':
      return part.mediaType
    default:
      return undefined
  }
}

/**
 * A part as the contract spells it ("Content parts"). `data` is the base64 of its bytes after its
 * {@link dataPrefix}, '' for a part that has none. Undefined for a file whose type is not known yet.
 */
export function contentPart(part: Attachment, data: string): ContentPart | undefined {
  const mark = part.cached ? { cache_control: { type: 'ephemeral' as const } } : {}
  const url = urlOf(part) ?? data
  switch (part.kind) {
    case 'pending':
      return undefined
    case 'text':
      return { type: 'text', text: part.text, ...mark }
    case 'image':
      return { type: 'image_url', image_url: { url }, ...mark }
    case 'audio':
      return { type: 'input_audio', input_audio: { data, format: part.format ?? 'wav' }, ...mark }
    case 'video':
      return { type: 'video_url', video_url: { url }, ...mark }
    case 'file':
      return {
        type: 'file',
        file: { file_data: url, ...(part.name === '' ? {} : { filename: part.name }) },
        ...mark,
      }
  }
}

/** The content of a message: attachments in order, then the text. Rejects when a file can't be read any more. */
export async function encodeContent(
  client: Client,
  media: Media,
  attachments: readonly Attachment[],
  text = '',
  onProgress?: (done: number) => void,
): Promise<ContentPart[]> {
  const total = attachments.reduce((sum, one) => sum + sizeOf(one), 0)
  const content: ContentPart[] = []
  let before = 0
  for (const attachment of attachments) {
    const blob = blobOf(attachment)
    const size = sizeOf(attachment)
    const data =
      blob === undefined
        ? ''
        : await media.blobToBase64(blob, dataPrefix(attachment), (done) =>
            onProgress?.((before + done * size) / total),
          )
    if (blob !== undefined && attachment.name !== '') fileNamesOf(client).add(data, attachment.name)
    before += size
    const encoded = contentPart(attachment, data)
    if (encoded !== undefined) content.push(encoded)
  }
  return text.trim() === '' ? content : [...content, { type: 'text', text }]
}

function sizeOf(attachment: Attachment): number {
  return blobOf(attachment)?.size ?? 0
}

const NOUNS: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  audio: 'audio',
  video: 'a video',
  file: 'a supported file',
}

/** A file as an attachment, and as the content part that is sent of it. */
export interface ReadAttachment {
  attachment: Attachment
  part: ContentPart
}

/** One file as the content part of the kind that is asked for, or of its own; or why it cannot be one. */
export async function readAttachment(
  client: Client,
  media: Media,
  file: File,
  kind?: MediaKind,
): Promise<ReadAttachment | string> {
  const found = await attachmentOfFile(media, file, kind).catch(() => undefined)
  if (found === undefined) return `Couldn't read ${file.name}.`
  const attachment = { ...found, id: client.world.random.uuid() }
  if (kind !== undefined && attachment.kind !== kind) return `${file.name} is not ${NOUNS[kind]}.`
  const fault = checkAttachment(attachment).find(({ level }) => level === 'error')
  if (fault !== undefined) return fault.message
  const [part] = await encodeContent(client, media, [attachment])
  return part === undefined ? `Couldn't read ${file.name}.` : { attachment, part }
}

/** Files as content parts, each of its own kind; those that can't be one are named by `notify`. */
export async function readAttachments(
  client: Client,
  media: Media,
  files: readonly File[],
  notify: (why: string) => void,
): Promise<ReadAttachment[]> {
  const all = await Promise.all(files.map((file) => readAttachment(client, media, file)))
  for (const one of all) if (typeof one === 'string') notify(one)
  return all.filter((one) => typeof one !== 'string')
}
