import type { PictureChange, PictureFacts } from '../../../contract/media/picture-header.ts'

/** Reads what a picture is, and draws a small one of it. */
export interface InspectJob {
  kind: 'inspect'
  blob: Blob
  /** Longest side of the small picture, px. */
  thumbnailSide: number
  /** Files up to this many bytes are read whole, to see whether the picture ends where they do. */
  wholeUpToBytes?: number
}

export interface ChangeJob {
  kind: 'change'
  blob: Blob
  change: PictureChange
}

/** Compares two pictures, pixel by pixel; the first is brought to the sides of the second. */
export interface CompareJob {
  kind: 'compare'
  before: Blob
  after: Blob
}

/** How far two pictures are apart. */
export interface PictureDifference {
  /** A PNG of the sides of the second: black where nothing differs, lighter where more does. */
  blob: Blob
  /** Part of the pixels that differ noticeably, 0 to 1. */
  changed: number
  /** Difference of a pixel on average and at most, 0 to 1. */
  mean: number
  most: number
  /** The first picture had other sides, or another shape, and was fitted. */
  fitted: boolean
}

export type PictureJob = InspectJob | ChangeJob | CompareJob

/** Of an inspection undefined when the bytes are no picture at all. */
export type PictureResult =
  | { facts: PictureFacts | undefined }
  | { blob: Blob }
  | { difference: PictureDifference }
