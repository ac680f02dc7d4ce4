import { latin1, type PictureType } from '../../../contract/media/file-type.ts'
import type { PictureFacts } from '../../../contract/media/picture-header.ts'

/** What only the whole of a file tells about its picture. */
export type Wholeness = Pick<PictureFacts, 'truncated' | 'bytesAfterEnd' | 'animated'>

/** Whether a PNG, JPEG or WebP is all there, alone in its file, and whether it moves. Never throws. */
export function wholenessOf(bytes: Uint8Array, type: PictureType): Wholeness {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const { end = bytes.byteLength, animated } = readWhole(bytes, view, type)
    if (end > bytes.byteLength) return { truncated: true }
    return {
      ...(end < bytes.byteLength && { bytesAfterEnd: bytes.byteLength - end }),
      ...(animated === true && { animated }),
    }
  } catch (error) {
    if (error instanceof RangeError) return { truncated: true }
    throw error
  }
}

interface Whole {
  /** Bytes from the start; absent where it is not read. */
  end?: number
  animated?: boolean
}

function readWhole(bytes: Uint8Array, view: DataView, type: PictureType): Whole {
  switch (type) {
    case 'png':
      return readPng(bytes, view)
    case 'jpeg':
      return { end: endOfJpeg(view) }
    case 'webp': {
      const animated = latin1(bytes, 12, 16) === 'VP8X' && (view.getUint8(20) & 0x02) !== 0
      return { end: view.getUint32(4, true) + 8, animated }
    }
    default:
      return {}
  }
}

function readPng(bytes: Uint8Array, view: DataView): Whole {
  let animated = false
  for (let at = 8; ;) {
    const name = latin1(bytes, at + 4, at + 8)
    at += 12 + view.getUint32(at)
    if (name === 'acTL') animated = true
    if (name === 'IEND') return { end: at, animated }
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
