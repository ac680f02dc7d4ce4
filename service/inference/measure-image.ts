/** What the header of an image says. Sides in px. */
export interface ImageSize {
  format: 'PNG' | 'JPEG' | 'GIF' | 'WebP'
  width: number
  height: number
}

/** Reads format and size from the first bytes of an image; undefined when they are not understood. */
export function measureImage(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view)
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

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
