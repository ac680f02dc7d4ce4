import type { ContentPart } from '../../../contract/chat/content-parts.ts'
import { pictureMediaType } from '../../../ui/picture/picture-type.ts'
import type { DraftPart, VideoFormat } from './draft-part.ts'
import { addressOf } from './draft-part.ts'

const VIDEO_TYPES: Readonly<Record<VideoFormat, string>> = {
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/**
 * A part as the contract spells it ("Content parts"). `base64` are its bytes, '' for a part that has
 * none. Undefined for a file whose type is not known yet.
 */
export function contentPart(part: DraftPart, base64: string): ContentPart | undefined {
  const mark = part.cached ? { cache_control: { type: 'ephemeral' as const } } : {}
  const url = (mediaType: string) => addressOf(part) ?? `data:${mediaType};base64,${base64}`
  switch (part.kind) {
    case 'pending':
      return undefined
    case 'text':
      return { type: 'text', text: part.text, ...mark }
    case 'image':
      return {
        type: 'image_url',
        image_url: { url: url(pictureMediaType(part.facts?.type ?? 'png')) },
        ...mark,
      }
    case 'audio':
      return {
        type: 'input_audio',
        input_audio: { data: base64, format: part.format ?? 'wav' },
        ...mark,
      }
    case 'video':
      return {
        type: 'video_url',
        video_url: { url: url(VIDEO_TYPES[part.format ?? 'mp4']) },
        ...mark,
      }
    case 'file':
      return {
        type: 'file',
        file: {
          file_data: url(part.mediaType),
          ...(part.name === '' ? {} : { filename: part.name }),
        },
        ...mark,
      }
  }
}
