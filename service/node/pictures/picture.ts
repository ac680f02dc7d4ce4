import sharp, { type Sharp } from 'sharp'

import { MAX_EDIT_IMAGE_PIXELS } from '../../../contract/limits/sizes.ts'
import { requestTimedOut } from '../../app/images/image-failure.ts'
import type { WorkLimits } from '../../app/images/picture-codec.ts'

// Nothing of one caller's picture is kept for the next.
sharp.cache(false)

/** A decoded picture: four bytes a pixel, red, green, blue and alpha, in sRGB. Sides in px. */
export interface Picture {
  pixels: Buffer
  width: number
  height: number
}

/** How untrusted bytes are opened: first frame only, pixels limited, every fault a failure. */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    limitInputPixels: MAX_EDIT_IMAGE_PIXELS,
    failOn: 'error',
    page: 0,
    pages: 1,
  })
}

/** One step on a decoded picture. @throws HttpError 504 at the deadline; the reason of the signal */
export function change(
  { pixels, width, height }: Picture,
  limits: WorkLimits,
  step: (image: Sharp) => Sharp,
): Promise<Picture> {
  // A step may hold a little more than a result: the whole of a picture before its crop.
  const image = sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false })
  return toPicture(step(image), limits)
}

/** Runs a pipeline to a decoded picture. */
export async function toPicture(image: Sharp, limits: WorkLimits): Promise<Picture> {
  const { data, info } = await inTime(limits, image, (timed) =>
    timed.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  )
  return { pixels: data, width: info.width, height: info.height }
}

/** Runs a pipeline that ends by itself at the deadline: libvips cannot be told from outside. */
export async function inTime<T>(
  { signal, endsAt }: WorkLimits,
  image: Sharp,
  run: (image: Sharp) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const left = endsAt - Date.now()
  if (left <= 0) throw requestTimedOut()
  try {
    return await run(image.timeout({ seconds: Math.min(3600, Math.ceil(left / 1000)) }))
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Error && /\btimeout: \d+% complete/.test(error.message)
      ? requestTimedOut()
      : error
  }
}
