import type { AUDIO_FORMATS, VIDEO_FORMATS } from '../chat/messages.ts'

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

/** A format that an audio part can name. */
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

const MARKS: readonly [AudioFormat, number, string][] = [
  ['wav', 8, 'WAVE'],
  ['aiff', 8, 'AIF'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['m4a', 4, 'ftyp'],
  ['mp3', 0, 'ID3'],
]

/**
 * The format that audio begins like; undefined when its first bytes say nothing, as raw samples do.
 * The container of `m4a` may as well hold a film.
 */
export function audioFormatOf(bytes: Uint8Array): AudioFormat | undefined {
  const start = latin1(bytes, 0, 12)
  const marked = MARKS.find(([, at, mark]) => start.startsWith(mark, at))
  return marked ? marked[0] : frameFormatOf(bytes)
}

/** MP3 and AAC without a container: eleven ones, two bits of version, two of layer. */
function frameFormatOf([first = 0, second = 0]: Uint8Array): AudioFormat | undefined {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  const layer = second & 0x06
  // AAC has twelve ones and no layer.
  if (layer === 0) return (second & 0xf0) === 0xf0 ? 'aac' : undefined
  // Layer I is rather the mark of a text in UTF-16, and one version is no version.
  return layer === 0x06 || (second & 0x18) === 0x08 ? undefined : 'mp3'
}

/** A container that a video part can have. */
export type VideoFormat = (typeof VIDEO_FORMATS)[number]

/** The container that bytes begin like; undefined when they say nothing. Each of them may as well hold sound alone. */
export function videoFormatOf(bytes: Uint8Array): VideoFormat | undefined {
  const start = latin1(bytes, 0, 12)
  if (start.startsWith('ftypqt', 4) || start.startsWith('moov', 4)) return 'mov'
  if (start.startsWith('ftyp', 4)) return 'mp4'
  if (start.startsWith('\u001AE\u00DF\u00A3')) return 'webm'
  // A pack or sequence header of MPEG.
  const code = start.charCodeAt(3)
  return start.startsWith('\0\0\u0001') && code >= 0xb0 && code <= 0xbf ? 'mpeg' : undefined
}

/** The encoding of a text by its byte order mark; UTF-8 where it has none. */
export function textEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether text begins like a web page, as an address that leads to none of its files responds. */
export function isWebPage(start: string): boolean {
  return /^[\uFEFF\s]*<(?:!doctype html|html|head|body)\b/i.test(start)
}

/** Bytes as characters of the same number, for comparing with marks. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
