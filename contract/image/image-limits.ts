import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_EDIT_IMAGE_PIXELS,
  MIN_EDIT_IMAGE_PIXELS,
} from '../limits/sizes.ts'

/** What breaks a limit of an image to edit. */
type ImageLimit = 'bytes' | 'too-few-pixels' | 'too-many-pixels'

/** A limit that an image breaks, in a sentence that names value and limit. */
export interface ImageFault {
  limit: ImageLimit
  message: string
}

/**
 * Validates the size of an image to edit (contract "POST /image/edit"): fewer than 25 MB. The sentence
 * is the same in the page and in the service.
 */
export function validateImageBytes(bytes: number): ImageFault | undefined {
  if (bytes < FILE_SIZE_LIMIT_BYTES) return undefined
  const message = `image has ${grouped(bytes)} bytes, but must have fewer than ${grouped(FILE_SIZE_LIMIT_BYTES)}.`
  return { limit: 'bytes', message }
}

/** Validates the pixels of an image to edit: 65,536 to 33,177,600, both included. */
export function validateImagePixels({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): ImageFault | undefined {
  const pixels = width * height
  const found = `image has ${grouped(width)} × ${grouped(height)} = ${grouped(pixels)} pixels`
  if (pixels < MIN_EDIT_IMAGE_PIXELS)
    return {
      limit: 'too-few-pixels',
      message: `${found}, but must have at least ${grouped(MIN_EDIT_IMAGE_PIXELS)}.`,
    }
  if (pixels > MAX_EDIT_IMAGE_PIXELS)
    return {
      limit: 'too-many-pixels',
      message: `${found}, but may have at most ${grouped(MAX_EDIT_IMAGE_PIXELS)}.`,
    }
  return undefined
}

const number = new Intl.NumberFormat('en-US')

function grouped(value: number): string {
  return number.format(value)
}
