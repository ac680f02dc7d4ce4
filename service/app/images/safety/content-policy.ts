import { DEFAULT_EDIT_MODEL } from '../../../../contract/image/edit-models.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { standardError, type HttpError } from '../../http/http-error.ts'
import type { Classification } from './classify.ts'

/** The headers that say how content was validated (contract, "Other response headers"). */
export function safetyHeaders(validated: {
  isBlurred: boolean
  hasMinor: boolean
  isViolation?: boolean
  isAdultModelViolation?: boolean
}): Record<string, string> {
  return {
    'x-vendor-is-blurred': String(validated.isBlurred),
    'x-vendor-is-content-violation': String(validated.isViolation ?? false),
    'x-vendor-is-adult-model-content-violation': String(validated.isAdultModelViolation ?? false),
    'x-vendor-contains-minor': String(validated.hasMinor),
  }
}

/**
 * The 422 of what a model refuses. The default model blocks explicit sexual imagery, sexualization of
 * minors and real-world violence (contract, "Content policy"); the others only what nobody may make.
 */
export function contentPolicyError(found: Classification, model: Model): HttpError | undefined {
  const isDefault = model.id === DEFAULT_EDIT_MODEL
  if (found.refusal === undefined || !(isDefault || found.refusedByAll)) return undefined
  return standardError(
    422,
    `The content policy of ${model.id} blocks this request: ${found.refusal}. Change the prompt or the image.`,
    'CONTENT_POLICY_VIOLATION',
    safetyHeaders({
      isBlurred: false,
      hasMinor: found.hasMinor,
      isViolation: true,
      isAdultModelViolation: !isDefault,
    }),
  )
}
