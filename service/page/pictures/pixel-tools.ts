import { standardError } from '../../app/http/http-error.ts'
import { centered } from '../../app/images/aspect-ratio.ts'
import type { MakeTools } from '../../app/images/drawing/picture-tools.ts'
import type { Quality } from '../../app/images/edit-plan.ts'
import { requestTimedOut } from '../../app/images/image-failure.ts'
import { nextTurn } from '../../app/timing/next-turn.ts'
import { blur } from './blur.ts'
import type { PictureCanvas } from './picture-canvas.ts'
import {
  difference,
  flip,
  invert,
  linear,
  mirror,
  onWhite,
  rearrange,
  recomb,
  rotate,
  saturate,
  sharpen,
  type Pixels,
} from './pixels.ts'
import { resample } from './resample.ts'

/** Encoder quality of JPEG and WebP, and levels per color of a PNG; the best PNG keeps them all. */
const SETTINGS: Readonly<Record<Quality, { quality: number; levels?: number }>> = {
  low: { quality: 45, levels: 4 },
  medium: { quality: 70, levels: 16 },
  high: { quality: 90 },
}

/** The tools of a page: arithmetic on pixels, and a canvas. */
export function pixelTools(canvas: PictureCanvas): MakeTools<Pixels> {
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
