import sharp from 'sharp'
import type { Sharp } from 'sharp'

import { MAX_EDIT_IMAGE_PIXELS } from '../../../contract/limits/sizes.ts'
import type { Size } from '../../app/images/edit-plan.ts'
import { requestTimedOut } from '../../app/images/image-queue.ts'
import type { Scene, TextStrip, WorkLimits } from '../../app/images/picture-codec.ts'

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

/** A strip with one line of text, to lay over a picture. */
export function textSvg({ text, width, height, fontSize, baseline, opacity }: TextStrip): Buffer {
  return svg(
    { width, height },
    `<rect width="100%" height="100%" fill="#000" fill-opacity="${opacity}"/>` +
      `<text x="50%" y="${baseline.toFixed(1)}" font-size="${fontSize.toFixed(1)}" ` +
      `font-family="DejaVu Sans, Arial, Helvetica, sans-serif" fill="#fff" text-anchor="middle">${escapeXml(text)}</text>`,
  )
}

/** A border of a thickness, inside of a size. */
export function borderSvg({ width, height }: Size, color: string, thickness: number): Buffer {
  return svg(
    { width, height },
    `<rect x="${thickness / 2}" y="${thickness / 2}" width="${width - thickness}" height="${height - thickness}" ` +
      `fill="none" stroke="${color}" stroke-width="${thickness}"/>`,
  )
}

/** Circles on a sky. */
export function sceneSvg(size: Size, { sky: [top, bottom], circles }: Scene): Buffer {
  const drawn = circles.map(
    ({ x, y, r, color }) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${color}"/>`,
  )
  return svg(
    size,
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
      `<rect width="100%" height="100%" fill="url(#sky)"/>${drawn.join('')}`,
  )
}

function svg({ width, height }: Size, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as XML can hold it: escaped, without the characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
