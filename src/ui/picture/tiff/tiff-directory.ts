/** The first directory of a TIFF file: what it says of its first picture, by tag number. */
export interface TiffDirectory {
  little: boolean
  /** Whole numbers by tag; rationals and texts are left out. */
  tags: ReadonlyMap<number, readonly number[]>
  /** The file goes on with another picture. */
  more: boolean
}

/** Bytes of a value by its type: byte, short, long, undefined, IFD. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1, 13: 4 }

/** More values than any picture has: a file that says so is damaged. */
const MOST_VALUES = 4_000_000

/** Reads the first directory (TIFF 6.0, section 2). Throws a RangeError when the file ends before. */
export function readTiffDirectory(view: DataView): TiffDirectory {
  const little = view.getUint16(0) === 0x4949
  const at = view.getUint32(4, little)
  const count = view.getUint16(at, little)
  const tags = new Map<number, readonly number[]>()
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12
    const size = SIZES[view.getUint16(entry + 2, little)]
    const values = view.getUint32(entry + 4, little)
    if (size === undefined) continue
    if (values > MOST_VALUES) throw new RangeError('more values than a file can have')
    const from = size * values <= 4 ? entry + 8 : view.getUint32(entry + 8, little)
    tags.set(
      view.getUint16(entry, little),
      Array.from({ length: values }, (_, value) =>
        numberAt(view, from + value * size, size, little),
      ),
    )
  }
  const next = at + 2 + count * 12
  return { little, tags, more: next + 4 <= view.byteLength && view.getUint32(next) !== 0 }
}

function numberAt(view: DataView, at: number, size: number, little: boolean): number {
  if (size === 1) return view.getUint8(at)
  return size === 2 ? view.getUint16(at, little) : view.getUint32(at, little)
}
