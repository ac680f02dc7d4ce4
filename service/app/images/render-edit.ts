import { closestRatio } from '../../../contract/image/image-limits.ts'
import { HttpError, standardError } from '../http/http-error.ts'
import { applyDuotone, applyOperation, applySafetyBlur } from './apply-operation.ts'
import {
  centered,
  fitted,
  longEdgeOf,
  scaled,
  shapeWithin,
  type Size,
  sizeOf,
  swapped,
} from './aspect-ratio.ts'
import type { EditPlan } from './edit-plan.ts'
import { corruptedImage } from './image-failure.ts'
import type { ImageFacts, MakeTools, PictureCodec, PictureTools } from './picture-codec.ts'
import { type Operation, operationsOf } from './prompt-operations.ts'

/**
 * Edits an image: decode, frame, what the prompt asks for, encode. The same bytes and the same plan
 * give the same bytes.
 */
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
