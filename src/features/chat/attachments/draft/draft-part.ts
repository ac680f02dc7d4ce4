import type { AudioFormat } from '../../../../../contract/media/audio-format.ts'
import type { PictureFacts } from '../../../../../contract/media/picture-header.ts'
import type { VideoFormat } from '../../../../../contract/media/video-format.ts'

/** What a person may ask to attach. */
export type MediaKind = 'image' | 'audio' | 'video' | 'file'

/** Bytes of a person's own, or an address that the service is to fetch. */
type PartSource = { blob: Blob } | { url: string }

interface DraftBase {
  id: string
  /** Shown, and sent as the display name of a file. */
  name: string
  /** Sent with `cache_control`: the prompt up to here is worth caching. */
  cached: boolean
}

interface DraftText extends DraftBase {
  kind: 'text'
  text: string
}

/** Without `facts`: an address, or bytes that are still being looked at. */
export interface DraftImage extends DraftBase {
  kind: 'image'
  source: PartSource
  facts?: PictureFacts
}

/** `container` says what it is when it is none of the formats that can be sent: "WebM". */
export interface DraftAudio extends DraftBase {
  kind: 'audio'
  blob: Blob
  format?: AudioFormat
  container: string
}

/** `format` is undefined for URLs and for unsupported containers. */
export interface DraftVideo extends DraftBase {
  kind: 'video'
  source: PartSource
  format?: VideoFormat
}

/** `label` names the type in words. `refusal` says why the service would not read it. */
export interface DraftFile extends DraftBase {
  kind: 'file'
  source: PartSource
  mediaType: string
  label: string
  refusal?: string
}

/** A file whose type is not known yet, or that is being changed. */
interface DraftPending extends DraftBase {
  kind: 'pending'
  blob: Blob
  doing: string
}

/** Something attached to the message being written. */
export type DraftPart = DraftText | DraftImage | DraftAudio | DraftVideo | DraftFile | DraftPending

/** The bytes of a part that has any. */
export function blobOf(part: DraftPart): Blob | undefined {
  if (part.kind === 'audio' || part.kind === 'pending') return part.blob
  return part.kind !== 'text' && 'blob' in part.source ? part.source.blob : undefined
}

/** The address of a part that stands for one. */
export function addressOf(part: DraftPart): string | undefined {
  return 'source' in part && 'url' in part.source ? part.source.url : undefined
}
