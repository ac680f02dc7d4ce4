import { latin1 } from '../../../contract/media/bytes.ts'
import { readPictureHeader } from '../../../contract/media/picture-header.ts'
import type { PictureCodec } from '../../app/images/picture-codec.ts'

/** What a file says of its picture; HEIC and TIFF are none that every browser decodes. */
export const readHeader: PictureCodec['readHeader'] = async (bytes, type) => {
  if (type === 'heic' || type === 'tiff') return { ok: false, reason: 'unsupported' }
  const header = readPictureHeader(bytes)
  if (header?.type !== type || header.size === undefined || !isWhole(bytes, type))
    return { ok: false, reason: 'damaged' }
  const { width, height } = header.size
  const sides = header.orientation > 4 ? { width: height, height: width } : { width, height }
  const texts = type === 'png' ? pngTexts(bytes) : []
  return { ok: true, value: { ...sides, hasAlpha: hasAlpha(bytes, type), texts } }
}

/** A header without anything after it is half a file. */
function isWhole(bytes: Uint8Array, type: string): boolean {
  return type !== 'png' || latin1(bytes, 12, 16) === 'IHDR'
}

/** Whether some pixel may be transparent. */
function hasAlpha(bytes: Uint8Array, type: string): boolean {
  switch (type) {
    case 'png':
      // Color types 4 and 6 have an alpha channel; others may name one transparent color.
      return [4, 6].includes(bytes[25] ?? 0) || pngChunks(bytes).some(({ name }) => name === 'tRNS')
    case 'webp':
      if (latin1(bytes, 12, 16) === 'VP8X') return ((bytes[20] ?? 0) & 0x10) !== 0
      return latin1(bytes, 12, 16) === 'VP8L' && ((bytes[24] ?? 0) & 0x10) !== 0
    case 'gif':
    case 'avif':
      return true
    default:
      return false
  }
}

interface PngChunk {
  name: string
  body: Uint8Array
}

/** The chunks before the end of a PNG, or before it breaks off. */
function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    chunks.push({
      name: latin1(bytes, at + 4, at + 8),
      body: bytes.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  return chunks
}

/** Text that a PNG carries uncompressed, each with its keyword. */
function pngTexts(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder()
  return pngChunks(bytes)
    .filter(({ name }) => name === 'tEXt' || name === 'iTXt')
    .map(({ body }) => decoder.decode(body).replaceAll('\0', ' ').trim())
}
