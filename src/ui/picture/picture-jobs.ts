import type { PictureHeader } from './picture-header.ts'
import type { PictureLayout, Size } from './picture-layout.ts'
import type { WritableType } from './picture-type.ts'

/** Reads what a picture is, and draws a small one of it. */
export interface InspectJob {
  kind: 'inspect'
  blob: Blob
  /** Longest side of the small picture, px. */
  thumbnailSide: number
  /** Files up to this many bytes are read whole, to see whether the picture ends where they do. */
  wholeUpToBytes?: number
}

/** What a picture turned out to be. */
export interface PictureFacts extends PictureHeader {
  /** Size of the file, bytes. */
  bytes: number
  /** Sides as shown, upright, px; absent when the browser cannot decode it. */
  shown?: Size
  /** The file stops before the picture does. */
  truncated?: true
  /** Bytes in the file after the picture has ended. */
  bytesAfterEnd?: number
  /** A small PNG or JPEG of it, upright, made by this page; absent when it cannot be decoded. */
  thumbnail?: Blob
}

/** How a picture is written anew: upright, and without any metadata. */
export interface PictureChange extends PictureLayout {
  type: WritableType
  /** 0 to 1, of JPEG and WebP; 0.92 when not given. */
  quality?: number
  /** The file must be smaller than this, bytes; quality and then sides are lowered for it. */
  maxBytes?: number
}

export interface ChangeJob {
  kind: 'change'
  blob: Blob
  change: PictureChange
}

export type PictureJob = InspectJob | ChangeJob

/** Of an inspection undefined when the bytes are no picture at all. */
export type PictureResult = { facts: PictureFacts | undefined } | { blob: Blob }
