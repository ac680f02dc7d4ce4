import { validateImageBytes, validateImagePixels } from '../../../contract/image/image-limits.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../contract/limits/sizes.ts'
import { pictureTypeOf } from '../../../contract/media/file-type.ts'
import { fieldError } from '../http/http-error.ts'
import { corruptedImage } from './image-failure.ts'
import type { ImageFacts, PictureCodec } from './picture-codec.ts'

/**
 * Validates an image by its bytes and header; no pixel is decoded.
 * @throws HttpError 413 too many bytes, 400 not an image or too few pixels, 422 too many pixels
 */
export async function inspectImage(
  bytes: Uint8Array,
  { readHeader }: Pick<PictureCodec, 'readHeader'>,
): Promise<ImageFacts> {
  if (bytes.byteLength >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(bytes.byteLength)
  const type = pictureTypeOf(bytes)
  if (type === undefined || type === 'bmp')
    throw fieldError(
      400,
      'INVALID_REQUEST',
      'image',
      'image has an unsupported type, but must be PNG, JPEG, WebP, GIF, AVIF, HEIF or TIFF.',
    )
  const header = await readHeader(bytes, type)
  if (!header.ok && header.reason === 'unsupported')
    throw fieldError(
      400,
      'INVALID_REQUEST',
      'image',
      `image is ${type === 'tiff' ? 'TIFF' : 'HEIC or HEIF'}, which can't be decoded here; convert it to JPEG or PNG.`,
    )
  if (!header.ok) throw corruptedImage('image has a damaged or incomplete header.')
  const fault = validateImagePixels(header.value)
  if (fault?.limit === 'too-few-pixels')
    throw fieldError(400, 'IMAGE_TOO_SMALL', 'image', fault.message)
  if (fault) throw fieldError(422, 'IMAGE_TOO_LARGE', 'image', fault.message)
  return header.value
}

/** The 413 of a file that is too large. */
export function imageTooHeavy(bytes: number) {
  const fault = validateImageBytes(bytes)
  return fieldError(413, 'PAYLOAD_TOO_LARGE', 'image', fault?.message ?? 'image is too large.')
}
