import sharp from 'sharp'

import { judgeImageBytes, judgeImagePixels } from '../../../contract/image/image-limits.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../contract/limits/sizes.ts'
import type { Size } from './aspect-ratio.ts'
import { corruptedImage, fieldError } from './image-failure.ts'
import { imageTypeOf, READABLE_TYPES } from './image-type.ts'

/** What the header of an image says. Sides in px, as it is to be seen. */
export interface ImageFacts extends Size {
  hasAlpha: boolean
  /** Text that the file carries with it, as PNG can. */
  texts: readonly string[]
}

/**
 * Judges an image by its bytes and header; no pixel is decoded.
 * @throws HttpError 413 too many bytes, 400 not an image or too few pixels, 422 too many pixels
 */
export async function inspectImage(bytes: Uint8Array): Promise<ImageFacts> {
  if (bytes.byteLength >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(bytes.byteLength)
  const type = imageTypeOf(bytes)
  if (type === undefined)
    throw fieldError(
      400,
      'INVALID_REQUEST',
      'image',
      `image is not a picture that can be read; it must be ${READABLE_TYPES}.`,
    )
  // The limit is off because nothing is decoded here; it would hide how large the image is.
  const header = await sharp(bytes, { limitInputPixels: false, page: 0, pages: 1 })
    .metadata()
    .catch(() => undefined)
  if (type === 'heif' && header?.compression !== 'av1' && !readsHevc())
    throw fieldError(
      400,
      'INVALID_REQUEST',
      'image',
      'image is HEIC or another HEIF that cannot be decoded here; convert it to JPEG, PNG or AVIF.',
    )
  if (header?.format !== type) throw corruptedImage('image has a damaged or incomplete header.')
  const { width, height } = header.autoOrient
  const fault = judgeImagePixels({ width, height })
  if (fault?.limit === 'too-few-pixels')
    throw fieldError(400, 'IMAGE_TOO_SMALL', 'image', fault.message)
  if (fault) throw fieldError(422, 'IMAGE_TOO_LARGE', 'image', fault.message)
  const texts = (header.comments ?? []).map(({ keyword, text }) => `${keyword} ${text}`)
  return { width, height, hasAlpha: header.hasAlpha, texts }
}

/** Photographs from phones are HEVC in HEIF, for which most builds of libvips have no decoder. */
function readsHevc(): boolean {
  return sharp.format.heif.input.fileSuffix?.includes('.heic') === true
}

/** The 413 of a file that is too large. */
export function imageTooHeavy(bytes: number) {
  const fault = judgeImageBytes(bytes)
  return fieldError(413, 'PAYLOAD_TOO_LARGE', 'image', fault?.message ?? 'image is too large.')
}
