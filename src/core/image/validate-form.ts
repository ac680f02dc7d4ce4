import { editRequestSchema } from '../../../contract/image/edit-request.ts'
import { editModelIssues } from '../../../contract/image/model-rules.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Model } from '../../../contract/models/model.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'

/** Stands for the image, which is judged where it is chosen. */
const IMAGE_STAND_IN = 'AAAA'

/**
 * The faults of the form, with the sentences of the service. A prompt that is not written yet is no
 * fault to shout about: see {@link hasPrompt}.
 */
export function validateForm(fields: JsonObject, model: Model | undefined): ValidationIssue[] {
  const judged = validate(editRequestSchema, {
    ...fields,
    image: IMAGE_STAND_IN,
    ...(hasPrompt(fields) ? {} : { prompt: '-' }),
  })
  if (!judged.ok) return judged.issues
  return model === undefined ? [] : editModelIssues(judged.value, model)
}

/** Whether there is a prompt to send. */
export function hasPrompt(fields: JsonObject): boolean {
  return fields['prompt'] !== undefined && fields['prompt'] !== ''
}
