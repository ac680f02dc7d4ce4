import { DEFAULT_EDIT_MODEL } from '../../../../contract/image/edit-models.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { textField } from '../image-form-store.ts'

/** The model that fields ask for, as far as the list has it. */
export function modelAsked(models: readonly Model[], fields: JsonObject): Model | undefined {
  return findModel(models, textField(fields, 'model') || DEFAULT_EDIT_MODEL)
}
