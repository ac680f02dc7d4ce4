import { latin1 } from '../../../contract/media/bytes.ts'
import type { PictureType } from '../../../contract/media/picture-type.ts'
import { walkGif } from './gif-blocks.ts'
import { endOfIso } from './iso-end.ts'

/** Where a picture ends in its file, bytes from the start. */
export type PictureEnd =
  | { kind: 'at'; end: number }
  /** The file stops before the picture does. */
  | { kind: 'missing' }
  /** The file does not tell. */
  | { kind: 'unknown' }

/**
 * Finds the end of a picture, so that one that breaks off can be told from a whole one, and from a
 * file that goes on as something else after it. Never throws.
 */
export function pictureEnd(bytes: Uint8Array, type: PictureType): PictureEnd {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = endOf(bytes, view, type)
    if (end === undefined) return { kind: 'unknown' }
    return end > bytes.byteLength ? { kind: 'missing' } : { kind: 'at', end }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'missing' }
    throw error
  }
}

function endOf(bytes: Uint8Array, view: DataView, type: PictureType): number | undefined {
  switch (type) {
    case 'png':
      return endOfPng(bytes, view)
    case 'jpeg':
      return endOfJpeg(view)
    case 'webp':
      return view.getUint32(4, true) + 8
    case 'gif':
      return walkGif(view).end
    case 'bmp':
      return view.getUint32(2, true)
    case 'avif':
    case 'heic':
      return endOfIso(view)
    case 'tiff':
      // No browser but Safari decodes one, and what is decoded is written anew before it is sent.
      return undefined
  }
}

function endOfPng(bytes: Uint8Array, view: DataView): number {
  let at = 8
  for (;;) {
    const next = at + 12 + view.getUint32(at)
    if (latin1(bytes, at + 4, at + 8) === 'IEND') return next
    at = next
  }
}

function endOfJpeg(view: DataView): number {
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) {
      // Inside a scan: on to the next mark.
      at += 1
      continue
    }
    const marker = view.getUint8(at + 1)
    if (marker === 0xd9) return at + 2
    const isPlain = marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xff) at += 1
    else at += isPlain ? 2 : 2 + view.getUint16(at + 2)
  }
}
