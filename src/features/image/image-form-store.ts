import { createStore } from 'zustand/vanilla'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import type { EditTransport } from '../../core/client/image-edit.ts'
import type { Variations } from '../../core/image/variations.ts'
import { storedImageDraft, storeImageDraft } from '../../core/storage/images/image-draft.ts'
import type { ImageSource } from './source/image-source.ts'

interface ImageForm extends Variations {
  source: ImageSource | undefined
  /** Request fields besides `image`, as they were set; unset ones are absent. */
  fields: JsonObject
  transport: EditTransport
}

/** The image edit that is being written. */
export const imageFormStore = createStore<ImageForm>(() => ({
  source: undefined,
  fields: {},
  transport: 'multipart',
  variations: 1,
  changes: [],
  ...storedImageDraft(),
}))

imageFormStore.subscribe(({ source: _, ...form }, before) => {
  const isSame = (Object.keys(form) as (keyof typeof form)[]).every(
    (name) => form[name] === before[name],
  )
  if (!isSame) storeImageDraft({ ...form, changes: [...form.changes] })
})

/** Sets a request field, or takes it away with undefined. */
export function setField(name: string, value: JsonValue | undefined): void {
  imageFormStore.setState(({ fields }) => {
    const { [name]: _, ...others } = fields
    return { fields: value === undefined ? others : { ...others, [name]: value } }
  })
}

/** Puts whole settings in the place of those that are there. The old name of `model` becomes `model`. */
export function setFields(fields: JsonObject): void {
  const { modelId, image: _, ...others } = isJsonObject(fields) ? fields : {}
  imageFormStore.setState({
    fields: modelId === undefined ? others : { model: modelId, ...others },
  })
}

/** A field that holds text; '' when it is not set, or is something else. */
export function textField(fields: JsonObject, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
