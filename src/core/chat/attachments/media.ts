import type { PictureChange, PictureFacts } from '../../../../contract/media/picture-header.ts'

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
