import { isoBoxAt, type IsoBox } from '../../../contract/media/iso-boxes.ts'

/**
 * Where the last piece of the items ends that a `meta` box points to, bytes from the start of the file
 * (ISO/IEC 14496-12, 8.11.3). Undefined when it points to none, or a piece does not say how long it is.
 */
export function endOfItems(view: DataView, meta: IsoBox): number | undefined {
  // Its children follow a version and flags.
  for (let at = meta.body + 4; at + 8 <= meta.end;) {
    const box = isoBoxAt(view, at, meta.end)
    if (box.type === 'iloc') return lastEnd(view, box.body)
    if (box.end <= at) return undefined
    at = box.end
  }
  return undefined
}

function lastEnd(view: DataView, body: number): number | undefined {
  let at = body
  const next = (bytes: number) => {
    const from = at
    at += bytes
    if (bytes === 0) return 0
    if (bytes === 2) return view.getUint16(from)
    return bytes === 4 ? view.getUint32(from) : Number(view.getBigUint64(from))
  }
  const version = view.getUint8(at)
  at += 4
  const sizes = next(2)
  const size = (shift: number) => (sizes >> shift) & 15
  const items = next(version < 2 ? 2 : 4)
  let end: number | undefined
  for (let item = 0; item < items; item += 1) {
    next(version < 2 ? 2 : 4)
    // How a piece is found: 0 by its place in the file.
    const method = version === 0 ? 0 : next(2) & 15
    next(2)
    const base = next(size(4))
    const pieces = next(2)
    for (let piece = 0; piece < pieces; piece += 1) {
      if (version > 0) next(size(0))
      const offset = base + next(size(12))
      const length = next(size(8))
      if (method !== 0) continue
      if (length === 0) return undefined
      end = Math.max(end ?? 0, offset + length)
    }
  }
  return end
}
