import type { QueryClient } from '@tanstack/query-core'

import { EDIT_MODEL_TYPE } from '../../../contract/models/model-types.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import { formatMicroUsd } from '../format/money.ts'
import type { ImageSetup, SharedSetup } from '../share/setup.ts'
import type { ShareTarget } from '../share/share-target.ts'
import {
  editPrice,
  furtherChanges,
  setFields,
  variationFields,
  withFurtherChanges,
} from './form.ts'
import type { ImageEditor } from './image-editor.ts'

/** The form of the image edit as a setup, and back. The image never travels; applying sends nothing. */
export function createImageShareTarget(editor: ImageEditor, queryClient: QueryClient): ShareTarget {
  return {
    current: () => current(editor),
    apply: (setup) => {
      if (setup.area === 'image') {
        setFields(editor, setup.fields)
        editor.form.setState(withFurtherChanges(setup.variations ?? []))
      }
      return '/image'
    },
    costInWords: async (setup) => costInWords(editor, queryClient, setup),
  }
}

function current({ form }: ImageEditor): ImageSetup {
  const { fields, ...others } = form.getState()
  const variations = furtherChanges({ fields, ...others })
  return { area: 'image', fields, ...(variations.length === 0 ? {} : { variations }) }
}

/** The price of one press, as far as the list of models is already there: opening a link sends nothing. */
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
  const further = withFurtherChanges(setup.variations ?? [])
  const prices = variationFields({ fields, ...further }).map((edit) => editPrice(models, edit))
  const sum = prices.reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
  if (Number.isNaN(sum)) return undefined
  return prices.length === 1
    ? `${formatMicroUsd(sum)} per edit`
    : `${formatMicroUsd(sum)} for ${prices.length} variations`
}
