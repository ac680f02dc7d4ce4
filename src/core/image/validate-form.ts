import { editRequestSchema } from '../../../contract/image/edit-request.ts'
import { editModelIssues } from '../../../contract/image/model-rules.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Model } from '../../../contract/models/model.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'

/** Stands for the image, which is validated where it is chosen. */
const IMAGE_STAND_IN = 'AAAA'

/**
 * The faults of the form, with the sentences of the service. A prompt that is not written yet is no
 * fault to shout about: see {@link hasPrompt}.
 */
export function validateForm(fields: JsonObject, model: Model | undefined): ValidationIssue[] {
  const validated = validate(editRequestSchema, {
    ...fields,
    image: IMAGE_STAND_IN,
    ...(hasPrompt(fields) ? {} : { prompt: '-' }),
  })
  if (!validated.ok) return validated.issues
  return model === undefined ? [] : editModelIssues(validated.value, model)
}

/** Whether there is a prompt to send. */
export function hasPrompt(fields: JsonObject): boolean {
  return fields['prompt'] !== undefined && fields['prompt'] !== ''
}
