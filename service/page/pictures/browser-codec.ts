import { latin1 } from '../../../contract/media/bytes.ts'
import { readPictureHeader } from '../../../contract/media/picture-header.ts'
import { pictureTypeOf } from '../../../contract/media/picture-type.ts'
import { standardError } from '../../app/http/http-error.ts'
import { centered, fitted } from '../../app/images/aspect-ratio.ts'
import type { MakeTools } from '../../app/images/drawing/picture-tools.ts'
import { renderEdit } from '../../app/images/drawing/render-edit.ts'
import { renderImage } from '../../app/images/drawing/render-image.ts'
import type { Quality } from '../../app/images/edit-plan.ts'
import { requestTimedOut } from '../../app/images/image-failure.ts'
import type { PictureCodec } from '../../app/images/picture-codec.ts'
import { nextTurn } from '../../app/timing/next-turn.ts'
import { offscreenCanvas } from './offscreen-canvas.ts'
import type { PictureCanvas } from './picture-canvas.ts'
import {
  difference,
  flip,
  invert,
  linear,
  mirror,
  onWhite,
  type Pixels,
  rearrange,
  recomb,
  rotate,
  saturate,
  sharpen,
} from './pixels.ts'
import { resample } from './resample.ts'

/** Encoder quality of JPEG and WebP, and levels per color of a PNG; the best PNG keeps them all. */
const SETTINGS: Readonly<Record<Quality, { quality: number; levels?: number }>> = {
  low: { quality: 45, levels: 4 },
  medium: { quality: 70, levels: 16 },
  high: { quality: 90 },
}

/** The tools of a page: arithmetic on pixels, and a canvas. */
function pixelTools(canvas: PictureCanvas): MakeTools<Pixels> {
  return ({ signal, endsAt }) => {
    /** One step at a time, so that other requests have their turns in between. */
    const step = async <T>(work: () => T | Promise<T>): Promise<T> => {
      await nextTurn(signal)
      if (Date.now() >= endsAt) throw requestTimedOut()
      return work()
    }
    return {
      decode: (bytes, size) => step(() => canvas.decode(bytes, size, 'smooth')),
      cut: (pixels, part, size) => step(() => resample(pixels, part, size, 'smooth')),
      pad: (pixels, size) =>
        step(() => {
          const { left, top } = centered(size, pixels)
          return rearrange(
            pixels,
            size,
            (x) => x - left,
            (_, y) => y - top,
          )
        }),
      resize: (pixels, size, kernel) =>
        step(() => {
          const whole = { ...pixels, left: 0, top: 0 }
          return resample(pixels, whole, size, kernel === 'nearest' ? 'nearest' : 'smooth')
        }),
      recomb: (pixels, matrix) => step(() => recomb(pixels, matrix)),
      linear: (pixels, factors, offsets) => step(() => linear(pixels, factors, offsets)),
      saturate: (pixels, factor) => step(() => saturate(pixels, factor)),
      blur: (pixels, sigma) => step(() => blur(pixels, sigma)),
      sharpen: (pixels) => step(() => sharpen(pixels, blur(pixels, 1.5))),
      invert: (pixels) => step(() => invert(pixels)),
      flip: (pixels) => step(() => flip(pixels)),
      mirror: (pixels) => step(() => mirror(pixels)),
      rotate: (pixels, degrees) => step(() => rotate(pixels, degrees)),
      onWhite: (pixels) => step(() => onWhite(pixels)),
      difference: (pixels, other) => step(() => difference(pixels, other)),
      border: (pixels, color, thickness) => step(() => canvas.border(pixels, color, thickness)),
      addText: (pixels, strip) => step(() => canvas.addText(pixels, strip)),
      paint: (size, sky, marks) => step(() => canvas.paint(size, sky, marks)),
      encode: (pixels, { format, quality: tier, isOpaque }) =>
        step(async () => {
          const { quality, levels } = SETTINGS[tier]
          const flat = format === 'jpeg' ? onWhite(pixels) : pixels
          const few = format === 'png' && levels !== undefined ? posterize(flat, levels) : flat
          const file = await canvas.encode(few, { format, quality, isOpaque })
          if (file !== undefined) return file
          throw standardError(
            400,
            `This browser can't write ${format}. Choose png or jpeg, or start the local service with npm start.`,
          )
        }),
    }
  }
}

/** Fewer colors, for a smaller PNG. */
function posterize(pixels: Pixels, levels: number): Pixels {
  const steps = levels - 1
  const few = linear(pixels, [steps / 255, steps / 255, steps / 255], [0.5, 0.5, 0.5])
  return linear(few, [255 / steps, 255 / steps, 255 / steps], [0, 0, 0])
}

/** Boxes of which three in a row are as good as a Gaussian. */
const BOXES = 3

/** A Gaussian blur; sigma in px. Its time does not depend on sigma. Colors of transparent pixels do not show. */
function blur({ width, height, data }: Pixels, sigma: number): Pixels {
  const blurred = new Uint8ClampedArray(data.length)
  const radii = boxRadii(sigma)
  const alpha = new Float32Array(width * height)
  const plane = new Float32Array(width * height)
  const spare = new Float32Array(width * height)
  const blurPlane = (values: Float32Array) => {
    for (const radius of radii) {
      boxes(values, spare, { count: height, length: width, step: 1, next: width }, radius)
      boxes(spare, values, { count: width, length: height, step: width, next: 1 }, radius)
    }
  }
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = data[at * 4 + 3] ?? 0
  blurPlane(alpha)
  for (let channel = 0; channel < 3; channel += 1) {
    for (let at = 0; at < plane.length; at += 1)
      plane[at] = (data[at * 4 + channel] ?? 0) * (data[at * 4 + 3] ?? 0)
    blurPlane(plane)
    for (let at = 0; at < plane.length; at += 1) {
      const weight = alpha[at] ?? 0
      blurred[at * 4 + channel] = weight > 0 ? (plane[at] ?? 0) / weight : 0
    }
  }
  for (let at = 0; at < alpha.length; at += 1) blurred[at * 4 + 3] = alpha[at] ?? 0
  return { width, height, data: blurred }
}

/** Radii of boxes that together spread as far as a Gaussian, px. */
function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / BOXES + 1)
  const odd = Math.floor(ideal) - (Math.floor(ideal) % 2 === 0 ? 1 : 0)
  const small = Math.round(
    (12 * sigma * sigma - BOXES * odd * odd - 4 * BOXES * odd - 3 * BOXES) / (-4 * odd - 4),
  )
  return Array.from({ length: BOXES }, (_, index) => ((index < small ? odd : odd + 2) - 1) / 2)
}

/** How rows, or columns, lie in a plane. */
interface Lines {
  count: number
  length: number
  step: number
  next: number
}

/** The mean of the values around each, along lines; past its ends a line goes on as it ends. */
function boxes(
  from: Float32Array,
  to: Float32Array,
  { count, length, step, next }: Lines,
  radius: number,
): void {
  const size = radius * 2 + 1
  for (let line = 0; line < count; line += 1) {
    const start = line * next
    const value = (at: number) => from[start + Math.min(length - 1, Math.max(0, at)) * step] ?? 0
    let sum = 0
    for (let at = -radius; at <= radius; at += 1) sum += value(at)
    for (let at = 0; at < length; at += 1) {
      to[start + at * step] = sum / size
      sum += value(at + radius + 1) - value(at - radius)
    }
  }
}

/** What a file says of its picture; HEIC and TIFF are none that every browser decodes. */
const readHeader: PictureCodec['readHeader'] = async (bytes, type) => {
  if (type === 'heic' || type === 'tiff') return { ok: false, reason: 'unsupported' }
  const header = readPictureHeader(bytes)
  if (header?.type !== type || header.size === undefined || !isWhole(bytes, type))
    return { ok: false, reason: 'damaged' }
  const { width, height } = header.size
  const sides = header.orientation > 4 ? { width: height, height: width } : { width, height }
  const texts = type === 'png' ? pngTexts(bytes) : []
  return { ok: true, value: { ...sides, hasAlpha: hasAlpha(bytes, type), texts } }
}

/** A header without anything after it is half a file. */
function isWhole(bytes: Uint8Array, type: string): boolean {
  return type !== 'png' || latin1(bytes, 12, 16) === 'IHDR'
}

/** Whether some pixel may be transparent. */
function hasAlpha(bytes: Uint8Array, type: string): boolean {
  switch (type) {
    case 'png':
      // Color types 4 and 6 have an alpha channel; others may name one transparent color.
      return [4, 6].includes(bytes[25] ?? 0) || pngChunks(bytes).some(({ name }) => name === 'tRNS')
    case 'webp':
      if (latin1(bytes, 12, 16) === 'VP8X') return ((bytes[20] ?? 0) & 0x10) !== 0
      return latin1(bytes, 12, 16) === 'VP8L' && ((bytes[24] ?? 0) & 0x10) !== 0
    case 'gif':
    case 'avif':
      return true
    default:
      return false
  }
}

interface PngChunk {
  name: string
  body: Uint8Array
}

/** The chunks before the end of a PNG, or before it breaks off. */
function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    chunks.push({
      name: latin1(bytes, at + 4, at + 8),
      body: bytes.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  return chunks
}

/** Text that a PNG carries uncompressed, each with its keyword. */
function pngTexts(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder()
  return pngChunks(bytes)
    .filter(({ name }) => name === 'tEXt' || name === 'iTXt')
    .map(({ body }) => decoder.decode(body).replaceAll('\0', ' ').trim())
}

/** Pictures by the canvas of a browser's worker. */
export const browserCodec = createPageCodec(offscreenCanvas)

/** Pictures by a canvas. */
export function createPageCodec(canvas: PictureCanvas): PictureCodec {
  const tools = pixelTools(canvas)
  return { readHeader, sample: sampler(canvas), edit: renderEdit(tools), draw: renderImage(tools) }
}

function sampler(canvas: PictureCanvas): PictureCodec['sample'] {
  return async (bytes, longEdge, { signal }) => {
    const type = pictureTypeOf(bytes)
    const header = type === undefined ? undefined : await readHeader(bytes, type)
    if (header?.ok !== true) return undefined
    const { value: facts } = header
    const most = Math.min(longEdge, Math.max(facts.width, facts.height))
    try {
      const size = fitted(facts, { width: most, height: most })
      const { data } = onWhite(await canvas.decode(bytes, size, 'nearest'))
      return { ...size, rgb: new Uint8Array(data.filter((_, at) => at % 4 !== 3)) }
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}
