import type { Matrix3x3, Sharp } from 'sharp'

import type { WorkLimits } from '../../app/images/picture-codec.ts'
import type { Operation } from '../../app/images/prompt-operations.ts'
import { pick, randomFrom } from '../../app/inference/random.ts'
import { change, type Picture } from './picture.ts'
import { firstWords, textOverlay } from './text-overlay.ts'

const LUMINANCE: Matrix3x3 = [
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
]
const SEPIA: Matrix3x3 = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
]
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

/** Changes a picture as one operation says. `crop` and `pad` belong to its framing and change nothing. */
export async function applyOperation(
  picture: Picture,
  operation: Operation,
  limits: WorkLimits,
): Promise<Picture> {
  const { width, height } = picture
  const longEdge = Math.max(width, height)
  const step = (run: (image: Sharp) => Sharp, of = picture) => change(of, limits, run)
  switch (operation.kind) {
    case 'grayscale':
      return step((image) => image.recomb(LUMINANCE))
    case 'sepia':
      return step((image) => image.recomb(SEPIA))
    case 'warm':
      return step((image) => image.linear([1.1, 1.02, 0.86, 1], [6, 2, 0, 0]))
    case 'cool':
      return step((image) => image.linear([0.86, 1, 1.1, 1], [0, 2, 8, 0]))
    case 'blur':
      return step((image) => image.blur(operation.sigma ?? Math.max(1, longEdge * 0.006)))
    case 'sharpen':
      return step((image) => image.sharpen({ sigma: 1.5, m1: 1, m2: 3 }))
    case 'invert':
      return step((image) => image.negate({ alpha: false }))
    case 'brighten':
      return step((image) => image.linear(...gain(1 + operation.percent / 100, 8)))
    case 'darken':
      return step((image) => image.linear(...gain(1 - operation.percent / 100, 0)))
    case 'contrast': {
      const factor = Math.max(0.05, 1 + operation.percent / 100)
      return step((image) => image.linear(...gain(factor, 128 * (1 - factor))))
    }
    case 'flip':
      return step((image) => image.flip())
    case 'mirror':
      return step((image) => image.flop())
    case 'rotate': {
      const turned = await step((image) => image.rotate(operation.degrees, { background: NOTHING }))
      // A slanted picture is wider and taller; it is brought back to the size of the result.
      return operation.degrees % 90 === 0
        ? turned
        : step((image) => image.resize(width, height, { fit: 'cover' }), turned)
    }
    case 'pixelate': {
      const block = operation.block ?? Math.max(2, Math.round(longEdge / 48))
      const small = await step((image) =>
        image.resize(
          Math.max(1, Math.round(width / block)),
          Math.max(1, Math.round(height / block)),
          {
            fit: 'fill',
          },
        ),
      )
      return step((image) => image.resize(width, height, { fit: 'fill', kernel: 'nearest' }), small)
    }
    case 'posterize': {
      const steps = operation.levels - 1
      const few = await step((image) => image.linear(...gain(steps / 255, 0.5)))
      return step((image) => image.linear(...gain(255 / steps, 0)), few)
    }
    case 'edges': {
      // Where a picture differs from its own blur there is an edge.
      const gray = await step((image) => image.flatten({ background: 'white' }).recomb(LUMINANCE))
      const soft = await step((image) => image.blur(Math.max(1, longEdge * 0.0015)), gray)
      const raw = { width, height, channels: 4 } as const
      const over = { input: soft.pixels, raw, blend: 'difference' } as const
      const lines = await step((image) => image.composite([over]), gray)
      return step((image) => image.linear([-5, -5, -5, 1], [265, 265, 265, 0]), lines)
    }
    case 'border':
      return step((image) => image.composite([{ input: border(picture, operation) }]))
    case 'text': {
      const input = textOverlay(operation.text, picture, 'title')
      return step((image) => image.composite([{ input, gravity: 'south' }]))
    }
    case 'crop':
    case 'pad':
      return picture
  }
}

const DUOTONES: readonly [Duotone, ...Duotone[]] = [
  { dark: [22, 24, 66], light: [255, 196, 148] },
  { dark: [12, 52, 61], light: [255, 226, 154] },
  { dark: [58, 12, 62], light: [255, 183, 197] },
  { dark: [16, 42, 28], light: [214, 240, 178] },
  { dark: [42, 20, 14], light: [247, 214, 170] },
  { dark: [18, 30, 48], light: [170, 222, 245] },
]

interface Duotone {
  dark: readonly number[]
  light: readonly number[]
}

/**
 * The edit for a prompt without a word that is known: two colors chosen by the prompt, and its
 * first words as a caption, so that the result is visibly an answer to it.
 */
export async function applyDuotone(
  picture: Picture,
  prompt: string,
  limits: WorkLimits,
): Promise<Picture> {
  const { dark, light } = pick(randomFrom(prompt), DUOTONES)
  const gray = await change(picture, limits, (image) => image.recomb(LUMINANCE))
  const slopes = dark.map((from, channel) => ((light[channel] ?? 255) - from) / 255)
  const toned = await change(gray, limits, (image) => image.linear([...slopes, 1], [...dark, 0]))
  const input = textOverlay(firstWords(prompt), picture, 'caption')
  return change(toned, limits, (image) => image.composite([{ input, gravity: 'south' }]))
}

/** Blurs beyond recognition: what is shrunk to a few pixels cannot be sharpened again. */
export async function applySafetyBlur(picture: Picture, limits: WorkLimits): Promise<Picture> {
  const { width, height } = picture
  const few = await change(picture, limits, (image) => image.resize(16, 16, { fit: 'inside' }))
  return change(few, limits, (image) =>
    image.resize(width, height, { fit: 'fill', kernel: 'cubic' }),
  )
}

/** Arguments of `linear` that leave alpha as it is. */
function gain(factor: number, offset: number): [number[], number[]] {
  return [
    [factor, factor, factor, 1],
    [offset, offset, offset, 0],
  ]
}

function border(
  { width, height }: Picture,
  operation: { color: string; width: number | undefined },
) {
  const thick = Math.min(
    operation.width ?? Math.max(2, Math.round(Math.max(width, height) * 0.03)),
    Math.floor(Math.min(width, height) / 2),
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect x="${thick / 2}" y="${thick / 2}" width="${width - thick}" height="${height - thick}" ` +
      `fill="none" stroke="${operation.color}" stroke-width="${thick}"/></svg>`,
  )
}
