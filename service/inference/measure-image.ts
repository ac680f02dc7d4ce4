/** What the header of an image says. Sides in px. */
export interface ImageSize {
  format: 'PNG' | 'JPEG' | 'GIF' | 'WebP' | 'AVIF'
  width: number
  height: number
}

/** Reads format and size from the first bytes of an image; undefined when they are not understood. */
export function measureImage(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? avif(view) ?? jpeg(view)
  } catch (error) {
    // The file ends before its size does.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function png(view: DataView): ImageSize | undefined {
  if (view.getUint32(0) !== 0x89504e47) return undefined
  return { format: 'PNG', width: view.getUint32(16), height: view.getUint32(20) }
}

function gif(view: DataView): ImageSize | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined
  return { format: 'GIF', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webp(view: DataView): ImageSize | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined
  const kind = view.getUint32(12)
  if (kind === 0x56503858)
    return { format: 'WebP', width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { format: 'WebP', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  return {
    format: 'WebP',
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  }
}

function jpeg(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { format: 'JPEG', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
}

/** `ftyp`, `avif`, `avis` and so on, as numbers. */
const FILE_TYPE = 0x66747970
const AVIF_BRANDS = [0x61766966, 0x61766973]
const META = 0x6d657461
const PROPERTIES = 0x69707270
const CONTAINER = 0x6970636f
const EXTENTS = 0x69737065

/** The largest of the sizes that an AVIF declares: that of the picture, not of its tiles or preview. */
function avif(view: DataView): ImageSize | undefined {
  if (view.getUint32(4) !== FILE_TYPE) return undefined
  const brands = boxAt(view, 0)
  let isAvif = false
  for (let at = 8; at + 4 <= brands.end; at += 4)
    if (AVIF_BRANDS.includes(view.getUint32(at))) isAvif = true
  if (!isAvif) return undefined
  const sizes: ImageSize[] = []
  // `meta` begins with a version, so its boxes begin four bytes later.
  for (const meta of boxes(view, 0, view.byteLength, META))
    for (const properties of boxes(view, meta.start + 4, meta.end, PROPERTIES))
      for (const container of boxes(view, properties.start, properties.end, CONTAINER))
        for (const { start } of boxes(view, container.start, container.end, EXTENTS))
          sizes.push({
            format: 'AVIF',
            width: view.getUint32(start + 4),
            height: view.getUint32(start + 8),
          })
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
}

interface Box {
  type: number
  start: number
  end: number
}

function boxAt(view: DataView, at: number): Box {
  const size = view.getUint32(at)
  const type = view.getUint32(at + 4)
  // 0 reaches to the end of the file, 1 has a long size after the type.
  if (size === 0) return { type, start: at + 8, end: view.byteLength }
  const isLong = size === 1
  const length = isLong ? Number(view.getBigUint64(at + 8)) : size
  if (length < 8) throw new RangeError('A box is shorter than its header')
  return { type, start: at + (isLong ? 16 : 8), end: Math.min(at + length, view.byteLength) }
}

function boxes(view: DataView, from: number, to: number, type: number): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const box = boxAt(view, at)
    if (box.type === type) found.push(box)
    at = box.end
  }
  return found
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
