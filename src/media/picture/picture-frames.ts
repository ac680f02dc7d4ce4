import { latin1 } from '../../../contract/media/bytes.ts'
import type { PictureType } from '../../../contract/media/picture-type.ts'
import { walkGif } from './gif-blocks.ts'

/** Whether a file holds several pictures that follow each other. Never throws. */
export function isAnimated(bytes: Uint8Array, type: PictureType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (type === 'webp') return latin1(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0
    if (type === 'png') return hasPngChunk(bytes, view, 'acTL')
    if (type === 'gif') return walkGif(view).frames > 1
    return type === 'avif' && latin1(bytes, 8, 12) === 'avis'
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Whether a chunk stands before the pixels. */
function hasPngChunk(bytes: Uint8Array, view: DataView, wanted: string): boolean {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const name = latin1(bytes, at + 4, at + 8)
    if (name === wanted) return true
    if (name === 'IDAT' || name === 'IEND') return false
  }
}
