import { inflate, unpackBits, unpackLzw } from './tiff-compression.ts'
import { readTiffDirectory } from './tiff-directory.ts'
import { joinJpeg } from './tiff-jpeg.ts'
import { tiffLayout, type TiffLayout } from './tiff-layout.ts'
import { paintSamples } from './tiff-samples.ts'

/** The first picture of a TIFF file, as it is stored. */
export interface TiffPicture {
  width: number
  height: number
  /** 1 (upright) to 8, as in EXIF: not applied yet. */
  orientation: number
  /** Red, green, blue and opacity of each pixel, row by row. */
  rgba: Uint8ClampedArray<ArrayBuffer>
  /** The file holds more pictures. */
  more: boolean
  /** It holds metadata of a camera or an editor (EXIF or XMP). */
  metadata: boolean
  /** The metadata says where it was taken. */
  location: boolean
}

const XMP = 700
const EXIF = 34_665
const GPS = 34_853

/** Decodes a JPEG into red, green, blue and opacity of each pixel. */
export type DecodeJpeg = (
  jpeg: Uint8Array<ArrayBuffer>,
) => Promise<{ width: number; height: number; rgba: Uint8ClampedArray }>

/**
 * Reads the first picture of a TIFF: grey, RGB, palette or CMYK of up to 16 bits, in strips or tiles,
 * plain or packed as PackBits, LZW, Deflate or JPEG. `onProgress` is told how much is done, 0 to 1.
 * Throws UnreadTiff for other kinds, a RangeError for a file that breaks off.
 */
export async function readTiff(
  bytes: Uint8Array,
  decodeJpeg: DecodeJpeg,
  onProgress: (done: number) => void = () => undefined,
): Promise<TiffPicture> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const directory = readTiffDirectory(view)
  const layout = tiffLayout(directory)
  const { width, height, orientation, block, offsets, counts } = layout
  const rgba = new Uint8ClampedArray(width * height * 4)
  const across = Math.ceil(width / block.width)
  const pieces = across * Math.ceil(height / block.height)
  for (let index = 0; index < pieces; index += 1) {
    const [from, count] = [offsets[index], counts[index]]
    if (from === undefined || count === undefined || from + count > bytes.byteLength)
      throw new RangeError('The file ends before the TIFF does.')
    const y = Math.floor(index / across) * block.height
    const rows = block.tiled ? block.height : Math.min(block.height, height - y)
    const place = { x: (index % across) * block.width, y, rows }
    const packed = bytes.subarray(from, from + count)
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other: memory holds only one
    await paintPiece(layout, packed, directory.little, place, rgba, decodeJpeg)
    onProgress((index + 1) / pieces)
  }
  const has = (...tags: number[]) => tags.some((tag) => directory.tags.has(tag))
  return {
    width,
    height,
    orientation,
    rgba,
    more: directory.more,
    metadata: has(XMP, EXIF, GPS),
    location: has(GPS),
  }
}

async function paintPiece(
  layout: TiffLayout,
  packed: Uint8Array,
  little: boolean,
  place: { x: number; y: number; rows: number },
  rgba: Uint8ClampedArray,
  decodeJpeg: DecodeJpeg,
): Promise<void> {
  if (layout.compression === 7) {
    const piece = await decodeJpeg(joinJpeg(packed, layout))
    paintPixels(piece, place, layout, rgba)
    return
  }
  const { block, samples, bits, compression } = layout
  const length = Math.ceil((block.width * samples * bits) / 8) * place.rows
  paintSamples(await unpack(packed, length, compression), layout, little, place, rgba)
}

async function unpack(packed: Uint8Array, length: number, compression: number) {
  if (compression === 5) return unpackLzw(packed, length)
  if (compression === 32773) return unpackBits(packed, length)
  if (compression === 8 || compression === 32946) return inflate(packed, length)
  if (packed.length < length) throw new RangeError('The file ends before the TIFF does.')
  return packed
}

function paintPixels(
  piece: { width: number; height: number; rgba: Uint8ClampedArray },
  { x, y }: { x: number; y: number },
  { width, height }: TiffLayout,
  rgba: Uint8ClampedArray,
): void {
  const wide = Math.min(piece.width, width - x)
  for (let row = 0; row < Math.min(piece.height, height - y); row += 1) {
    const from = row * piece.width * 4
    rgba.set(piece.rgba.subarray(from, from + wide * 4), ((y + row) * width + x) * 4)
  }
}
