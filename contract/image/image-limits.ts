import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_EDIT_IMAGE_PIXELS,
  MIN_EDIT_IMAGE_PIXELS,
} from '../limits/sizes.ts'
import { constraintsOf, type Model } from '../models/model.ts'
import type { ValidationIssue } from '../validation.ts'
import { DEFAULT_RESOLUTION, type EditSettings } from './edit-request.ts'

type ImageLimit = 'bytes' | 'too-few-pixels' | 'too-many-pixels'

interface ImageFault {
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

function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

/**
 * What a model does not take of an edit: a longer prompt, another shape, another resolution. The
 * sentences are the same in the page and in the service.
 */
export function editModelIssues(
  request: Pick<EditSettings, 'prompt' | 'aspect_ratio' | 'resolution'>,
  model: Model,
): ValidationIssue[] {
  const { promptCharacterLimit, aspectRatios, resolutions, defaultResolution } =
    constraintsOf(model)
  const resolution = request.resolution ?? defaultResolution ?? DEFAULT_RESOLUTION
  return [
    ...tooLong(request.prompt, promptCharacterLimit, model),
    ...notAmong('aspect_ratio', request.aspect_ratio ?? 'auto', aspectRatios ?? [], model),
    ...notAmong('resolution', resolution, resolutions ?? [], model),
  ]
}

function tooLong(prompt: string, limit: number | undefined, model: Model): ValidationIssue[] {
  if (limit === undefined || prompt.length <= limit) return []
  const message = `prompt is a string of ${prompt.length} characters, but may have at most ${limit} characters for ${model.id}.`
  return [{ path: ['prompt'], code: 'too_big', message }]
}

function notAmong(
  field: string,
  value: string,
  supported: readonly string[],
  model: Model,
): ValidationIssue[] {
  if (supported.length === 0 || supported.includes(value)) return []
  const message = `${field} is ${JSON.stringify(value)}, but must be one of ${supported.join(', ')} for ${model.id}.`
  return [{ path: [field], code: 'invalid_value', message }]
}

/** The shape that is closest to a picture's, of those a model has. Undefined when it has none. */
export function closestRatio(
  { width, height }: { readonly width: number; readonly height: number },
  supported: readonly string[],
): string | undefined {
  const wanted = Math.log(width / height)
  const distance = (ratio: string) => Math.abs(Math.log(ratioOf(ratio)) - wanted)
  return supported
    .filter((ratio) => !Number.isNaN(ratioOf(ratio)))
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Width over height of `16:9`; NaN for `auto`. */
export function ratioOf(ratio: string): number {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number)
  return width / height
}
