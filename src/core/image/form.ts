import { DEFAULT_EDIT_MODEL } from '../../../contract/image/edit-models.ts'
import { ASPECT_RATIOS, QUALITIES } from '../../../contract/image/edit-request.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import { constraintsOf, type Model } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import type { ImageEditor } from './image-editor.ts'

/** Sets a request field, or unsets it with undefined. */
export function setField({ form }: ImageEditor, name: string, value: JsonValue | undefined): void {
  form.setState(({ fields }) => {
    const { [name]: _, ...others } = fields
    return { fields: value === undefined ? others : { ...others, [name]: value } }
  })
}

/** Replaces all settings. The old name of `model` becomes `model`. */
export function setFields({ form }: ImageEditor, fields: JsonObject): void {
  const { modelId, image: _, ...others } = isJsonObject(fields) ? fields : {}
  form.setState({ fields: modelId === undefined ? others : { model: modelId, ...others } })
}

/** A field that is text; '' when it is not set, or is something else. */
export function textField(fields: JsonObject, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** The fields whose values depend on the model. */
const CHOICES = {
  aspect_ratio: ASPECT_RATIOS,
  resolution: ['1K', '2K', '4K'],
  quality: QUALITIES,
} as const satisfies Record<string, readonly string[]>

export type ChoiceName = keyof typeof CHOICES

/**
 * The values of a field: all, those that a model has, and those it lacks. A model that ignores
 * the field has none, and lacks none.
 */
export function choicesOf(name: ChoiceName, model: Model | undefined) {
  const known: readonly string[] = CHOICES[name]
  const { aspectRatios, resolutions, qualities } = model === undefined ? {} : constraintsOf(model)
  const had = { aspect_ratio: aspectRatios, resolution: resolutions, quality: qualities }[name]
  const ignored = name === 'quality' && model !== undefined ? [] : known
  const supported: readonly string[] = had ?? ignored
  const values = [...new Set([...known, ...supported])]
  const missing = had === undefined ? [] : values.filter((value) => !had.includes(value))
  return { values, supported, missing }
}

/** The model that fields request, as far as the list has it. */
export function requestedModel(models: readonly Model[], fields: JsonObject): Model | undefined {
  return findModel(models, textField(fields, 'model') || DEFAULT_EDIT_MODEL)
}

/** The list price of an edit with these fields, micro-USD. */
export function editPrice(models: readonly Model[], fields: JsonObject): number | undefined {
  const model = requestedModel(models, fields)
  const [resolution, quality] = [textField(fields, 'resolution'), textField(fields, 'quality')]
  return (
    model &&
    editPriceOf(model, {
      isEnhanced: fields['enhance_prompt'] === true,
      ...(resolution === '' ? {} : { resolution }),
      ...(quality === '' ? {} : { quality }),
    })
  )
}
