import {
  DEFAULT_EDIT_MODEL,
  DEFAULT_RESOLUTION,
  type EditRequest,
  type EditSettings,
  type ImageFormat,
  outputFormat,
  QUALITIES,
} from '../../../contract/image/edit-request.ts'
import { editModelIssues } from '../../../contract/image/image-limits.ts'
import { constraintsOf, type Model } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import { validationError } from '../http/http-error.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { SANDBOX_EDIT_MODELS } from '../models/edit-models.ts'
import { modelNotFound, wrongModel } from '../models/model-of-type.ts'

/** A quality of the contract. */
export type Quality = (typeof QUALITIES)[number]

/** An edit as it will be done: the request with every default put in. */
export interface EditPlan {
  model: Model
  prompt: string
  /** A tier that the model has. */
  resolution: string
  /** Absent when it is inferred from the image. */
  aspectRatio: string | undefined
  /** What inferring chooses from. */
  supportedRatios: readonly string[]
  quality: Quality
  format: ImageFormat
  isSafe: boolean
  microUsd: number
  /** What the prompt was made of for an additional charge; absent when it was not asked for. */
  enhancedPrompt?: string
}

/** What is charged for enhancing a prompt, micro-USD: the local service's own figure. */
const ENHANCEMENT_MICRO_USD = 1_000

/**
 * Validates a request by what its model accepts.
 * @throws HttpError 404 for a model that is not there, 400 for one that edits no images, and for a
 * prompt, shape or resolution that it does not take
 */
export async function planEdit(request: EditSettings, catalogue: Catalogue): Promise<EditPlan> {
  const model = await editModel(request, catalogue)
  const { defaultResolution, defaultQuality, ...constraints } = constraintsOf(model)
  const supportedRatios = constraints.aspectRatios ?? []
  const resolution = request.resolution ?? defaultResolution ?? DEFAULT_RESOLUTION
  const aspectRatio = request.aspect_ratio ?? 'auto'
  const issues = editModelIssues(request, model)
  if (issues.length > 0) throw validationError(issues)
  const honorsQuality = constraints.qualities !== undefined
  const asked = request.quality ?? QUALITIES.find((quality) => quality === defaultQuality)
  const quality = (honorsQuality ? asked : undefined) ?? 'high'
  return {
    model,
    prompt: request.prompt,
    resolution,
    aspectRatio: aspectRatio === 'auto' ? undefined : aspectRatio,
    supportedRatios,
    quality,
    format: outputFormat({ output_format: request.output_format, resolution }),
    isSafe: request.safe_mode ?? true,
    microUsd:
      (editPriceOf(model, { resolution, quality }) ?? 0) +
      (request.enhance_prompt ? ENHANCEMENT_MICRO_USD : 0),
    // A simulator: what it does is still what the prompt says.
    ...(request.enhance_prompt && { enhancedPrompt: `${request.prompt} (carefully)` }),
  }
}

/**
 * The deprecation headers of a request that uses `modelId` (contract, "Versioning"). The field takes
 * a fixed list of ids, of which this service may not have the one asked for: the header then says so.
 */
export function modelIdHeaders(
  { modelId, model: named }: Pick<EditRequest, 'model' | 'modelId'>,
  model: Model,
): Record<string, string> {
  if (modelId === undefined) return {}
  const other =
    named === undefined && modelId !== model.id
      ? ` ${modelId} isn't available here; ${model.id} was used.`
      : ''
  return {
    'x-vendor-model-deprecation-warning': `The field modelId is deprecated. Use model instead.${other}`,
  }
}

async function editModel(request: EditSettings, catalogue: Catalogue): Promise<Model> {
  const find = (id: string) => SANDBOX_EDIT_MODELS.find((model) => model.id === id)
  const name = request.model ?? request.modelId ?? DEFAULT_EDIT_MODEL
  const trait = catalogue.traits('inpaint')
  const found = find(name) ?? find((Object.hasOwn(trait, name) && trait[name]) || '')
  if (found) return found
  // All ids of the fixed list are accepted, as far as they are asked for by the deprecated field.
  const standIn = request.model === undefined ? find(DEFAULT_EDIT_MODEL) : undefined
  if (standIn) return standIn
  if (!(await catalogue.resolve(name))) throw modelNotFound(name, '?type=inpaint')
  throw wrongModel(
    name,
    SANDBOX_EDIT_MODELS.map(({ id }) => id),
  )
}
