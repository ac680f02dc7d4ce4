/** Bytes of a value by its type (TIFF 6.0, section 2; 13 is the place of a directory). */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/** Tags that hold the places of further directories: pictures within, EXIF, GPS, interoperability. */
const DIRECTORIES: ReadonlySet<number> = new Set([330, 34665, 34853, 40965])

/** Tags that hold places of pixels, each with the one that holds how many bytes are there. */
const PIXELS: ReadonlyMap<number, number> = new Map([
  [273, 279],
  [324, 325],
  [513, 514],
])

const COMPRESSION = 259
/** Has tables at places that are not told otherwise. */
const OLD_JPEG = 6

/** More directories, and more values of one tag, than any file has. */
const MOST = 4_000_000

interface Entry {
  /** Where its values begin, bytes from the start of the file. */
  from: number
  type: number
  count: number
}

/**
 * Where a TIFF file ends: behind the last byte that a directory, a value or a picture of it has, as
 * nothing in the file says it. Undefined when it does not tell how long a picture is. Throws a
 * RangeError when the file is cut.
 */
export function endOfTiff(view: DataView): number | undefined {
  const little = view.getUint16(0) === 0x4949
  const places = [view.getUint32(4, little)]
  const seen = new Set<number>([0])
  let end = 8
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (seen.has(place)) continue
    if (seen.size > MOST) throw new RangeError('more directories than a file has')
    seen.add(place)
    const { entries, next } = directoryAt(view, place, little)
    const numbers = (tag: number) => numbersOf(view, entries.get(tag), little)
    if (numbers(COMPRESSION)[0] === OLD_JPEG) return undefined
    end = Math.max(end, next + 4)
    places.push(view.getUint32(next, little))
    for (const [tag, entry] of entries) {
      end = Math.max(end, entry.from + sizeOf(entry))
      if (DIRECTORIES.has(tag)) places.push(...numbers(tag))
      const lengthTag = PIXELS.get(tag)
      if (lengthTag === undefined) continue
      const lengths = numbers(lengthTag)
      for (const [index, offset] of numbers(tag).entries()) {
        const length = lengths[index]
        if (length === undefined) return undefined
        end = Math.max(end, offset + length)
      }
    }
  }
  // Files are filled up to whole words.
  return end < view.byteLength ? end + (end % 2) : end
}

function directoryAt(view: DataView, place: number, little: boolean) {
  const entries = new Map<number, Entry>()
  const count = view.getUint16(place, little)
  for (let index = 0; index < count; index += 1) {
    const at = place + 2 + index * 12
    const type = view.getUint16(at + 2, little)
    const entry = { from: at + 8, type, count: view.getUint32(at + 4, little) }
    if (sizeOf(entry) > 4) entry.from = view.getUint32(at + 8, little)
    entries.set(view.getUint16(at, little), entry)
  }
  return { entries, next: place + 2 + count * 12 }
}

/** Bytes of all values of an entry. */
function sizeOf({ type, count }: Entry): number {
  return (SIZES[type] ?? 0) * count
}

/** The values of an entry of whole numbers. */
function numbersOf(view: DataView, entry: Entry | undefined, little: boolean): number[] {
  if (entry === undefined) return []
  const { from, type, count } = entry
  if (type !== 3 && type !== 4 && type !== 13) return []
  if (count > MOST) throw new RangeError('more values than a file has')
  return Array.from({ length: count }, (_, index) =>
    type === 3
      ? view.getUint16(from + 2 * index, little)
      : view.getUint32(from + 4 * index, little),
  )
}
