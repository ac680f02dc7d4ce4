import { closestRatio } from '../../../contract/image/closest-ratio.ts'
import { HttpError, standardError } from '../../app/http/http-error.ts'
import {
  centered,
  fitted,
  longEdgeOf,
  shapeWithin,
  scaled,
  sizeOf,
  swapped,
  type Size,
} from '../../app/images/aspect-ratio.ts'
import type { EditPlan } from '../../app/images/edit-plan.ts'
import { corruptedImage } from '../../app/images/image-failure.ts'
import type { EditedImage, ImageFacts, WorkLimits } from '../../app/images/picture-codec.ts'
import { operationsOf, type Operation } from '../../app/images/prompt-operations.ts'
import { applyDuotone, applyOperation, applySafetyBlur } from './apply-operation.ts'
import { encodePicture } from './encode-picture.ts'
import { change, openImage, toPicture, type Picture } from './picture.ts'

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Edits an image: decode, frame, what the prompt asks for, encode. The same bytes and the same plan
 * give the same bytes.
 * @throws HttpError 400 for an image that breaks off or is damaged, 504 at the deadline
 */
export async function renderEdit(
  bytes: Uint8Array,
  facts: ImageFacts,
  plan: EditPlan,
  isBlurred: boolean,
  limits: WorkLimits,
): Promise<EditedImage> {
  const operations = operationsOf(plan.prompt)
  const degrees = operations.reduce((sum, step) => sum + ('degrees' in step ? step.degrees : 0), 0)
  const framed = await frame(bytes, facts, plan, operations, degrees, limits)
  try {
    let picture = framed
    for (const operation of operations) picture = await applyOperation(picture, operation, limits)
    if (operations.length === 0) picture = await applyDuotone(picture, plan.prompt, limits)
    if (isBlurred) picture = await applySafetyBlur(picture, limits)
    const isOpaque =
      !facts.hasAlpha && degrees % 90 === 0 && !operations.some(({ kind }) => kind === 'pad')
    const { width, height } = picture
    const file = await encodePicture(picture, { ...plan, isOpaque }, limits)
    return { bytes: file, width, height }
  } catch (error) {
    limits.signal.throwIfAborted()
    throw error instanceof HttpError
      ? error
      : standardError(500, 'The image could not be edited.', 'IMAGE_EDIT_ERROR')
  }
}

/**
 * Decodes an image and brings it to the shape and size of the result, before any turn: cut from the
 * middle, or with `pad` whole on a transparent ground.
 */
async function frame(
  bytes: Uint8Array,
  facts: ImageFacts,
  plan: EditPlan,
  operations: readonly Operation[],
  degrees: number,
  limits: WorkLimits,
): Promise<Picture> {
  const isTurned = Math.abs(degrees) % 180 === 90
  const longEdge = longEdgeOf(plan.resolution)
  const seen = isTurned ? swapped(facts) : facts
  const ratio = plan.aspectRatio ?? closestRatio(seen, plan.supportedRatios) ?? '1:1'
  const result = sizeOf(ratio, longEdge)
  const target = isTurned ? swapped(result) : result

  const share = operations.reduce(
    (all, step) => (step.kind === 'crop' ? step.percent / 100 : all),
    1,
  )
  const isPadded = operations.some(({ kind }) => kind === 'pad')
  const region = scaled(isPadded ? facts : shapeWithin(facts, target), share)
  const inner = isPadded ? fitted(region, target) : target

  // The whole is decoded, so that a file that breaks off is found; a very long and thin one is not
  // blown up to the scale of its cut.
  const most = Math.sqrt((2 * longEdge * longEdge) / (facts.width * facts.height))
  const scale = Math.min(inner.width / region.width, most)
  const decoded = await decode(bytes, scaled(facts, scale), limits)
  const cut = centered(decoded, {
    width: Math.round((region.width * decoded.width) / facts.width),
    height: Math.round((region.height * decoded.height) / facts.height),
  })
  return change(decoded, limits, (image) => {
    const sized = image.extract(cut).resize(inner.width, inner.height, { fit: 'fill' })
    return isPadded ? sized.extend({ ...margins(inner, target), background: NOTHING }) : sized
  })
}

async function decode(bytes: Uint8Array, size: Size, limits: WorkLimits): Promise<Picture> {
  const image = openImage(bytes).autoOrient().resize(size.width, size.height, { fit: 'fill' })
  try {
    return await toPicture(image, limits)
  } catch (error) {
    limits.signal.throwIfAborted()
    throw error instanceof HttpError
      ? error
      : corruptedImage('image cannot be decoded; the file breaks off or is damaged.')
  }
}

/** How much is free on each side of a picture in the middle of a larger one, px. */
function margins(inner: Size, outer: Size) {
  const { left, top } = centered(outer, inner)
  return {
    left,
    top,
    right: outer.width - inner.width - left,
    bottom: outer.height - inner.height - top,
  }
}
