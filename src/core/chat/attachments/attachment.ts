import type { AudioFormat, VideoFormat } from '../../../../contract/media/file-type.ts'
import type { PictureChange, PictureFacts } from '../../../../contract/media/picture-header.ts'

/** What a person may ask to attach. */
export type MediaKind = 'image' | 'audio' | 'video' | 'file'

/** A person's own bytes, or a URL that the service is to fetch. */
type AttachmentSource = { blob: Blob } | { url: string }

interface AttachmentBase {
  id: string
  /** Shown, and sent as the display name of a file. */
  name: string
  /** Sent with `cache_control`: the prompt up to here is worth caching. */
  cached: boolean
}

interface TextAttachment extends AttachmentBase {
  kind: 'text'
  text: string
}

/** Without `facts`: a URL, or bytes that are still being inspected. */
export interface ImageAttachment extends AttachmentBase {
  kind: 'image'
  source: AttachmentSource
  facts?: PictureFacts
}

/** `container` says what it is when it is none of the formats that can be sent: "WebM". */
export interface AudioAttachment extends AttachmentBase {
  kind: 'audio'
  blob: Blob
  format?: AudioFormat
  container: string
}

/** `format` is undefined for URLs and for unsupported containers. */
export interface VideoAttachment extends AttachmentBase {
  kind: 'video'
  source: AttachmentSource
  format?: VideoFormat
}

/** `label` names the type in words. `refusal` says why the service would not read it. */
export interface FileAttachment extends AttachmentBase {
  kind: 'file'
  source: AttachmentSource
  mediaType: string
  label: string
  refusal?: string
}

/** A file whose type is not known yet, or that is being changed. */
interface PendingAttachment extends AttachmentBase {
  kind: 'pending'
  blob: Blob
  doing: string
}

/** Something attached to the message being written. */
export type Attachment =
  | TextAttachment
  | ImageAttachment
  | AudioAttachment
  | VideoAttachment
  | FileAttachment
  | PendingAttachment

/** What is attached to the message being written. */
export interface AttachmentsState {
  list: readonly Attachment[]
  /** While they are being encoded and sent: how much is done, 0 to 1. */
  progress?: number | undefined
}

/** The bytes of an attachment that has any. */
export function blobOf(attachment: Attachment): Blob | undefined {
  if (attachment.kind === 'audio' || attachment.kind === 'pending') return attachment.blob
  return attachment.kind !== 'text' && 'blob' in attachment.source
    ? attachment.source.blob
    : undefined
}

/** The URL of an attachment that the service is to fetch. */
export function urlOf(attachment: Attachment): string | undefined {
  return 'source' in attachment && 'url' in attachment.source ? attachment.source.url : undefined
}

/** What one click does about an issue. */
export type Fix = { label: string } & (
  | { kind: 'change-picture'; id: string; change: PictureChange }
  | { kind: 'convert-audio'; id: string }
  | { kind: 'name-format'; id: string; format: AudioFormat }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'use-model'; model: string }
)

/** A finding about what is attached. An `error` cannot be sent; the rest is for people to weigh. */
export interface AttachmentIssue {
  level: 'error' | 'warning' | 'note'
  /** A whole sentence with field or name, value and limit. */
  message: string
  fixes: readonly Fix[]
}

/** What reads and writes files: in a browser off the main thread, in a test in memory. */
export interface Media {
  /** What a file is, if it is a picture, with a small one of it; undefined for other bytes. */
  inspectPicture: (blob: Blob, thumbnailSide: number) => Promise<PictureFacts | undefined>
  /** Rejects with an Error that says why when the picture cannot be encoded. */
  changePicture: (blob: Blob, change: PictureChange) => Promise<Blob>
  /** Rejects when the sound cannot be decoded. */
  convertToWav: (blob: Blob) => Promise<Blob>
  /** The base64 of a file after a prefix. Rejects when it cannot be read. */
  blobToBase64: (blob: Blob, prefix: string, onProgress?: (done: number) => void) => Promise<string>
  /** The bytes of base64, without a type. Rejects when the base64 is broken. */
  base64ToBlob: (base64: string) => Promise<Blob>
}
