import type { QueryClient } from '@tanstack/query-core'

import {
  ASPECT_RATIOS,
  DEFAULT_EDIT_MODEL,
  editRequestSchema,
  QUALITIES,
} from '../../../contract/image/edit-request.ts'
import { editModelIssues } from '../../../contract/image/image-limits.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import { constraintsOf, EDIT_MODEL_TYPE, type Model } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import type { ApiDescription } from '../client/queries/openapi.ts'
import { formatMicroUsd } from '../format/money.ts'
import type { SharedSetup } from '../share/setup.ts'
import type { ShareTarget } from '../share/shared-fragment.ts'
import type { KeptPicture } from '../storage/images/image-run.ts'
import type { ImageEditor, Variations } from './image-editor.ts'

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

/** The request fields of each variation, besides the image. */
export function variationFields({ fields, variations, changes }: Variations): JsonObject[] {
  return Array.from({ length: variations }, (_, index) => ({ ...fields, ...changes[index] }))
}

/** The changes with one more, or with one taken back by undefined. */
export function withChange(
  changes: readonly JsonObject[],
  at: number,
  name: string,
  value: JsonValue | undefined,
): JsonObject[] {
  return Array.from({ length: Math.max(changes.length, at + 1) }, (_, index) => {
    const change = changes[index] ?? {}
    if (index !== at) return change
    const { [name]: _before, ...others } = change
    return value === undefined ? others : { ...others, [name]: value }
  })
}

/**
 * What an API has not that image edits need, by its own word; undefined while nobody knows. A description counts
 * before the list of models, and a list only where it says of every model what it is.
 */
export function lacksEdits(
  models: readonly Model[] | undefined,
  description: ApiDescription | undefined,
): 'endpoint' | 'model' | undefined {
  if (description !== undefined && description.unlisted === 0)
    return description.operations.some(({ key }) => key === 'POST /image/edit')
      ? undefined
      : 'endpoint'
  const isTyped = models !== undefined && models.length > 0 && models.every(({ type }) => type)
  return isTyped && !models.some(({ type }) => type === EDIT_MODEL_TYPE) ? 'model' : undefined
}

/** Bytes of any other kind are never given to an image element, only to a download. */
const SHOWN: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])

/** Whether a kept picture may be shown: by what its bytes are, if they could be decoded. */
export function isShownAsImage({ type, thumbnail }: KeptPicture): boolean {
  return type !== undefined && SHOWN.has(type) && thumbnail !== undefined
}

/** The form of the image edit as a setup, and back. Image and variations never travel; applying sends nothing. */
export function createImageShareTarget(editor: ImageEditor, queryClient: QueryClient): ShareTarget {
  return {
    current: () => ({ area: 'image', fields: editor.form.getState().fields }),
    apply: (setup) => {
      if (setup.area === 'image') setFields(editor, setup.fields)
      return '/image'
    },
    costInWords: async (setup) => costInWords(editor, queryClient, setup),
  }
}

/** The price of one edit, as far as the list of models is already there: opening a link sends nothing. */
function costInWords(
  { client }: ImageEditor,
  queryClient: QueryClient,
  setup: SharedSetup,
): string | undefined {
  if (setup.area !== 'image') return undefined
  const { connection } = client.connections.store.getState()
  const { queryKey } = listModelsOptions(client, connection, { type: EDIT_MODEL_TYPE })
  const models = queryClient.getQueryData(queryKey) ?? []
  const { modelId, ...others } = setup.fields
  const fields = modelId === undefined ? others : { ...others, model: modelId }
  const price = editPrice(models, fields)
  return price === undefined ? undefined : `${formatMicroUsd(price)} per edit`
}
