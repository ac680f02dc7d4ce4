import { latin1 } from '../../../contract/media/bytes.ts'

/** Kinds of image that are read, by the name that sharp gives them. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'heif'

/** What can be sent, in words. */
export const READABLE_TYPES = 'PNG, JPEG, WebP, GIF, AVIF, HEIF or TIFF'

const HEIF_BRANDS = /^(?:avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

/**
 * The kind of image by its first bytes; undefined for everything else, SVG included. Names and media
 * types are never asked: they say what the sender wants to be believed.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = latin1(bytes, 0, 16)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.slice(4, 8) === 'ftyp' && HEIF_BRANDS.test(text.slice(8, 12))) return 'heif'
  return undefined
}
