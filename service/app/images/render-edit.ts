import { closestRatio } from '../../../contract/image/image-limits.ts'
import { HttpError, standardError } from '../http/http-error.ts'
import { pick, randomFrom } from '../inference/random.ts'
import {
  centered,
  type EditPlan,
  fitted,
  longEdgeOf,
  type Operation,
  operationsOf,
  scaled,
  shapeWithin,
  type Size,
  sizeOf,
  swapped,
} from './edit-plan.ts'
import { corruptedImage } from './image-queue.ts'
import {
  type Channels,
  type ColorMatrix,
  firstWords,
  type ImageFacts,
  type MakeTools,
  type PictureCodec,
  type PictureTools,
  textStrip,
} from './picture-codec.ts'

/** Edits an image: decode, frame, what the prompt asks for, encode. The same bytes and the same plan give the same bytes. */
export function renderEdit<P extends Size>(toolsFor: MakeTools<P>): PictureCodec['edit'] {
  return async (bytes, facts, plan, isBlurred, limits) => {
    const tools = toolsFor(limits)
    const operations = operationsOf(plan.prompt)
    const degrees = operations.reduce(
      (sum, step) => sum + ('degrees' in step ? step.degrees : 0),
      0,
    )
    const framing = framingOf(facts, plan, operations, degrees)
    let decoded: P
    try {
      decoded = await tools.decode(bytes, framing.decoded)
    } catch (error) {
      limits.signal.throwIfAborted()
      throw error instanceof HttpError
        ? error
        : corruptedImage('image cannot be decoded; the file breaks off or is damaged.')
    }
    try {
      let picture = await frame(tools, decoded, facts, framing)
      for (const operation of operations) picture = await applyOperation(tools, picture, operation)
      if (operations.length === 0) picture = await applyDuotone(tools, picture, plan.prompt)
      if (isBlurred) picture = await applySafetyBlur(tools, picture)
      const isOpaque = !facts.hasAlpha && degrees % 90 === 0 && !framing.isPadded
      const { format, quality } = plan
      const { width, height } = picture
      return { bytes: await tools.encode(picture, { format, quality, isOpaque }), width, height }
    } catch (error) {
      limits.signal.throwIfAborted()
      throw error instanceof HttpError
        ? error
        : standardError(500, 'The image could not be edited.', 'IMAGE_EDIT_ERROR')
    }
  }
}

/** How a picture is brought to the shape and size of the result, before any turn. Sides in px. */
interface Framing {
  /** The size in which the whole is decoded. */
  decoded: Size
  /** The part of the source that stays, as it is seen. */
  region: Size
  /** The size of that part in the result. */
  inner: Size
  /** The size of the result. */
  target: Size
  /** The whole stays, on a transparent ground; otherwise it is cut from the middle. */
  isPadded: boolean
}

function framingOf(
  facts: ImageFacts,
  plan: EditPlan,
  operations: readonly Operation[],
  degrees: number,
): Framing {
  const isTurned = Math.abs(degrees) % 180 === 90
  const longEdge = longEdgeOf(plan.resolution)
  const seen = isTurned ? swapped(facts) : facts
  const ratio = plan.aspectRatio ?? closestRatio(seen, plan.supportedRatios) ?? '1:1'
  const result = sizeOf(ratio, longEdge)
  const target = isTurned ? swapped(result) : result
  const share = operations.reduce(
    (whole, step) => (step.kind === 'crop' ? step.percent / 100 : whole),
    1,
  )
  const isPadded = operations.some(({ kind }) => kind === 'pad')
  const region = scaled(isPadded ? facts : shapeWithin(facts, target), share)
  const inner = isPadded ? fitted(region, target) : target
  // The whole is decoded, so that a file that breaks off is found; a very long and thin one is not
  // blown up to the scale of its cut.
  const most = Math.sqrt((2 * longEdge * longEdge) / (facts.width * facts.height))
  const scale = Math.min(inner.width / region.width, most)
  return { decoded: scaled(facts, scale), region, inner, target, isPadded }
}

async function frame<P extends Size>(
  tools: PictureTools<P>,
  decoded: P,
  facts: ImageFacts,
  { region, inner, target, isPadded }: Framing,
): Promise<P> {
  const part = centered(decoded, {
    width: Math.round((region.width * decoded.width) / facts.width),
    height: Math.round((region.height * decoded.height) / facts.height),
  })
  const sized = await tools.cut(decoded, part, inner)
  return isPadded ? tools.pad(sized, target) : sized
}

const LUMINANCE: ColorMatrix = [
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
]
const SEPIA: ColorMatrix = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
]

/** Changes a picture as one operation says. `crop` and `pad` belong to its framing and change nothing. */
export async function applyOperation<P extends Size>(
  tools: PictureTools<P>,
  picture: P,
  operation: Operation,
): Promise<P> {
  const { width, height } = picture
  const longEdge = Math.max(width, height)
  switch (operation.kind) {
    case 'grayscale':
      return tools.recomb(picture, LUMINANCE)
    case 'sepia':
      return tools.recomb(picture, SEPIA)
    case 'warm':
      return tools.linear(picture, [1.1, 1.02, 0.86], [6, 2, 0])
    case 'cool':
      return tools.linear(picture, [0.86, 1, 1.1], [0, 2, 8])
    case 'blur':
      return tools.blur(picture, operation.sigma ?? Math.max(1, longEdge * 0.006))
    case 'sharpen':
      return tools.sharpen(picture)
    case 'invert':
      return tools.linear(picture, all(-1), all(255))
    case 'brighten':
      return tools.linear(picture, all(1 + operation.percent / 100), all(8))
    case 'darken':
      return tools.linear(picture, all(1 - operation.percent / 100), all(0))
    case 'contrast': {
      const factor = Math.max(0.05, 1 + operation.percent / 100)
      return tools.linear(picture, all(factor), all(128 * (1 - factor)))
    }
    case 'flip':
      return tools.flip(picture)
    case 'mirror':
      return tools.mirror(picture)
    case 'rotate': {
      const turned = await tools.rotate(picture, operation.degrees)
      // A slanted picture is wider and taller; it is brought back to the size of the result.
      return operation.degrees % 90 === 0
        ? turned
        : tools.cut(turned, centered(turned, shapeWithin(turned, picture)), { width, height })
    }
    case 'pixelate': {
      const block = operation.block ?? Math.max(2, Math.round(longEdge / 48))
      const few = {
        width: Math.max(1, Math.round(width / block)),
        height: Math.max(1, Math.round(height / block)),
      }
      return tools.resize(await tools.resize(picture, few), { width, height }, 'nearest')
    }
    case 'posterize': {
      const steps = operation.levels - 1
      const few = await tools.linear(picture, all(steps / 255), all(0.5))
      return tools.linear(few, all(255 / steps), all(0))
    }
    case 'edges': {
      // Where a picture differs from its own blur there is an edge.
      const gray = await tools.recomb(await tools.onWhite(picture), LUMINANCE)
      const soft = await tools.blur(gray, Math.max(1, longEdge * 0.0015))
      return tools.linear(await tools.difference(gray, soft), all(-5), all(265))
    }
    case 'border': {
      const wanted = operation.width ?? Math.max(2, Math.round(longEdge * 0.03))
      const most = Math.floor(Math.min(width, height) / 2)
      return tools.border(picture, operation.color, Math.min(wanted, most))
    }
    case 'text':
      return tools.addText(picture, textStrip(operation.text, picture, 'title'))
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
  dark: Channels
  light: Channels
}

/**
 * The edit for a prompt without a word that is known: two colors chosen by the prompt, and its
 * first words as a caption, so that the result is visibly an answer to it.
 */
async function applyDuotone<P extends Size>(
  tools: PictureTools<P>,
  picture: P,
  prompt: string,
): Promise<P> {
  const { dark, light } = pick(randomFrom(prompt), DUOTONES)
  const slope = (channel: 0 | 1 | 2) => (light[channel] - dark[channel]) / 255
  const gray = await tools.recomb(picture, LUMINANCE)
  const toned = await tools.linear(gray, [slope(0), slope(1), slope(2)], dark)
  return tools.addText(toned, textStrip(firstWords(prompt), picture, 'caption'))
}

/** Blurs beyond recognition: what is shrunk to a few pixels cannot be sharpened again. */
export async function applySafetyBlur<P extends Size>(
  tools: PictureTools<P>,
  picture: P,
): Promise<P> {
  const { width, height } = picture
  const few = await tools.resize(picture, fitted(picture, { width: 16, height: 16 }))
  return tools.resize(few, { width, height }, 'cubic')
}

function all(value: number): Channels {
  return [value, value, value]
}
