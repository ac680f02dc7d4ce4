import { constraintsOf, type Model } from '../models/model.ts'
import type { ValidationIssue } from '../validation.ts'
import type { EditSettings } from './edit-request.ts'
import { DEFAULT_RESOLUTION } from './output-format.ts'

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
