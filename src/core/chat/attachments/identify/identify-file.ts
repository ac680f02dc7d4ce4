import { audioFormatOf, type AudioFormat } from '../../../../../contract/media/audio-format.ts'
import { latin1 } from '../../../../../contract/media/bytes.ts'
import { pictureTypeOf } from '../../../../../contract/media/picture-type.ts'
import { videoFormatOf, type VideoFormat } from '../../../../../contract/media/video-format.ts'
import type { MediaKind } from '../attachment.ts'
import { identifyDocument, type IdentifiedDocument } from './identify-document.ts'

/** Bytes of the start of a file that are enough to tell what it is. */
export const SNIFFED_BYTES = 64 * 1024

/** What a file is by its first bytes. Without `format`: a type that cannot be sent, named by `label`. */
export type IdentifiedFile =
  | { kind: 'image' }
  | { kind: 'audio'; format?: AudioFormat; label: string }
  | { kind: 'video'; format?: VideoFormat; label: string }
  | IdentifiedDocument

interface Named {
  name: string
  /** As the browser says it, from the name: only asked where bytes allow two readings. */
  mediaType: string
  /** What the person said it is. */
  wanted?: MediaKind | undefined
}

/**
 * Tells what a file is. Its bytes decide; name, media type and what was asked for only settle what
 * they leave open: the same container has audio alone or a video.
 */
export function identifyFile(head: Uint8Array, named: Named): IdentifiedFile {
  if (pictureTypeOf(head) !== undefined) return { kind: 'image' }
  const meantAsAudio =
    named.wanted === 'audio' || (named.wanted !== 'video' && named.mediaType.startsWith('audio/'))
  const container = videoFormatOf(head)
  if (container === 'webm')
    return meantAsAudio
      ? { kind: 'audio', label: 'WebM' }
      : { kind: 'video', format: 'webm', label: 'WebM' }
  if (container === 'mp4')
    return meantAsAudio || /^M4[AB]/.test(latin1(head, 8, 12))
      ? { kind: 'audio', format: 'm4a', label: 'M4A' }
      : { kind: 'video', format: 'mp4', label: 'MP4' }
  if (container !== undefined)
    return { kind: 'video', format: container, label: container === 'mov' ? 'MOV' : 'MPEG' }
  const audio = audioFormatOf(head)
  if (audio !== undefined) return { kind: 'audio', format: audio, label: audio.toUpperCase() }
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'AVI ')
    return { kind: 'video', label: 'AVI' }
  if (isRawAudio(named)) return { kind: 'audio', label: 'audio without a header' }
  return identifyDocument(head, named.name)
}

/** Raw samples begin like nothing, so only the name or the person can say that they are sound. */
function isRawAudio({ name, wanted }: Named): boolean {
  return /\.(?:pcm|raw|s16le|s24le)$/i.test(name) && wanted !== 'file'
}
