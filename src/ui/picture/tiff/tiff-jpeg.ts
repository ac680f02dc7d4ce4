import type { TiffLayout } from './tiff-layout.ts'

/**
 * Makes a JPEG file of a piece of a TIFF (Technical Note 2): the tables stand once in the directory,
 * and whether the colours are RGB or YCbCr is said by the directory alone.
 */
export function joinJpeg(
  piece: Uint8Array,
  { jpegTables, photometric, samples }: Pick<TiffLayout, 'jpegTables' | 'photometric' | 'samples'>,
): Uint8Array<ArrayBuffer> {
  const parts = [
    new Uint8Array([0xff, 0xd8]),
    samples >= 3 ? adobeMark(photometric === 6 ? 1 : 0) : new Uint8Array(),
    // Without the marks of beginning and end.
    new Uint8Array(jpegTables.slice(2, -2)),
    piece.subarray(2),
  ]
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** `transform`: 0 for RGB, 1 for YCbCr. */
function adobeMark(transform: number): Uint8Array {
  const name = new TextEncoder().encode('Adobe')
  return new Uint8Array([0xff, 0xee, 0, 14, ...name, 0, 100, 0, 0, 0, 0, transform])
}
