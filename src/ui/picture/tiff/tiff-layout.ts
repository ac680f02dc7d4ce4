import type { TiffDirectory } from './tiff-directory.ts'

/** A TIFF of a kind that is not read; the message says which. */
export class UnreadTiff extends Error {}

/** How the pixels of a TIFF picture are stored. */
export interface TiffLayout {
  /** Sides as stored, px. */
  width: number
  height: number
  /** 1 (upright) to 8, as in EXIF. */
  orientation: number
  bits: number
  samples: number
  compression: number
  /** 0 and 1 grey, 2 RGB, 3 palette, 5 CMYK, 6 YCbCr. */
  photometric: number
  predicted: boolean
  /** Sides of the pieces, px: strips are as wide as the picture. */
  block: { width: number; height: number; tiled: boolean }
  offsets: readonly number[]
  counts: readonly number[]
  /** Red, green and blue of a palette, one after the other, 16 bits each. */
  palette: readonly number[]
  jpegTables: readonly number[]
  /** The sample after the colours is their transparency. */
  alpha: 'none' | 'plain' | 'multiplied'
}

/** Most pixels that are unpacked: four bytes of memory each. */
const MOST_PIXELS = 2 ** 26

const COMPRESSIONS: Readonly<Record<number, string>> = {
  2: 'CCITT fax',
  3: 'CCITT fax',
  4: 'CCITT fax',
  6: 'old JPEG',
  34712: 'JPEG 2000',
  50000: 'Zstandard',
  50001: 'WebP',
}
const READ_COMPRESSIONS: ReadonlySet<number> = new Set([1, 5, 7, 8, 32773, 32946])
const COLOURS: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 }

/** Reads how the picture of a directory is stored. Throws {@link UnreadTiff} for what is not read. */
export function tiffLayout({ tags }: TiffDirectory): TiffLayout {
  const list = (tag: number) => tags.get(tag) ?? []
  const one = (tag: number, otherwise: number) => list(tag)[0] ?? otherwise
  const [width, height] = [one(256, 0), one(257, 0)]
  const samples = one(277, 1)
  const bits = one(258, 1)
  const compression = one(259, 1)
  const photometric = one(262, 1)
  const tiled = tags.has(324)
  const [blockWidth, blockHeight] = tiled
    ? [one(322, 0), one(323, 0)]
    : [width, Math.min(height, one(278, height))]
  const colours = COLOURS[photometric]
  if (width * height * blockWidth * blockHeight === 0)
    throw new RangeError('The file ends before the pixels of the TIFF.')
  refuse(width * height > MOST_PIXELS, `it has more than ${MOST_PIXELS.toLocaleString('en-US')} px`)
  refuse(blockWidth * blockHeight > MOST_PIXELS, 'its tiles are too large')
  refuse(
    !READ_COMPRESSIONS.has(compression),
    `it is compressed as ${COMPRESSIONS[compression] ?? `kind ${compression}`}`,
  )
  refuse(
    colours === undefined || (photometric === 6 && compression !== 7),
    `its colours are of kind ${photometric}`,
  )
  refuse(samples < (colours ?? 1) || samples > 8, `it has ${samples} values a pixel`)
  refuse(
    ![1, 2, 4, 8, 16].includes(bits) ||
      list(258).some((other) => other !== bits) ||
      list(339).some((format) => format !== 1 && format !== 4),
    'its values are not whole numbers of 1 to 16 bits',
  )
  refuse(samples > 1 && one(284, 1) !== 1, 'its colours are stored apart')
  refuse(one(266, 1) !== 1, 'its bits are stored in reverse')
  refuse(one(317, 1) > 2 || (one(317, 1) === 2 && bits < 8), 'its predictor is not read')
  const extra = samples > (colours ?? 1) ? one(338, 0) : 0
  return {
    width,
    height,
    orientation: one(274, 1) >= 1 && one(274, 1) <= 8 ? one(274, 1) : 1,
    bits,
    samples,
    compression,
    photometric,
    predicted: one(317, 1) === 2,
    block: { width: blockWidth, height: blockHeight, tiled },
    offsets: list(tiled ? 324 : 273),
    counts: list(tiled ? 325 : 279),
    palette: list(320),
    jpegTables: list(347),
    alpha: extra === 1 ? 'multiplied' : extra === 2 ? 'plain' : 'none',
  }
}

function refuse(isUnread: boolean, because: string): void {
  if (isUnread) throw new UnreadTiff(`This TIFF is not of a kind that is read here: ${because}.`)
}
