import type { ContentPart } from '../../../../contract/chat/messages.ts'
import { pictureMediaType, type VideoFormat } from '../../../../contract/media/file-type.ts'
import type { Attachment } from '../attachments/attachment.ts'
import { urlOf } from '../attachments/attachment.ts'

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
