import { latin1 } from './bytes.ts'

/** The kinds of pixel image that are told apart. */
export type PictureType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'heic' | 'bmp' | 'tiff'

/** What a picture can be written as in the browser. */
export type WritableType = 'png' | 'jpeg' | 'webp'

const NAMES: Readonly<Record<PictureType, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  gif: 'GIF',
  avif: 'AVIF',
  heic: 'HEIC',
  bmp: 'BMP',
  tiff: 'TIFF',
}

/** Only these are given to an `<img>`: bytes of any other kind are never shown as they are. */
const SHOWN: ReadonlySet<PictureType> = new Set(['png', 'jpeg', 'webp', 'gif'])

/** The brands of an ISO media file that are pictures. */
const BRANDS: Readonly<Record<string, PictureType>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  mif1: 'heic',
  msf1: 'heic',
}

/** The kind of picture that bytes begin like, whatever their name or label says. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const start = latin1(bytes, 0, 16)
  if (start.startsWith('\u0089PNG\r\n\u001A\n')) return 'png'
  if (start.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg'
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('ftyp', 4)) return brandOf(bytes)
  // The length of the header that follows: BMP has no other mark than two letters.
  if (start.startsWith('BM') && [12, 40, 52, 56, 108, 124].includes(bytes[14] ?? 0)) return 'bmp'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  return undefined
}

/** The name people know: "PNG", "WebP". */
export function pictureTypeName(type: PictureType): string {
  return NAMES[type]
}

/** The media type, such as `image/png`. */
export function pictureMediaType(type: PictureType): string {
  return `image/${type}`
}

/** Whether bytes of this type may be given to an `<img>` as they are. */
export function isShownType(type: PictureType | undefined): boolean {
  return type !== undefined && SHOWN.has(type)
}

/** The main brand, or else the first of the compatible ones that is a picture. */
function brandOf(bytes: Uint8Array): PictureType | undefined {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const listed = latin1(bytes, 8, Math.min(length, bytes.byteLength, 64))
  const brands = listed.match(/[\s\S]{4}/g) ?? []
  // mif1 says only "a picture": the others say which.
  const types = brands.flatMap((brand) => BRANDS[brand] ?? [])
  const isPicture = BRANDS[brands[0] ?? ''] !== undefined
  return isPicture ? (types.includes('avif') ? 'avif' : 'heic') : undefined
}
