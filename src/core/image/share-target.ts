import type { QueryClient } from '@tanstack/query-core'

import { EDIT_MODEL_TYPE } from '../../../contract/models/model-types.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import { formatMicroUsd } from '../format/money.ts'
import type { SharedSetup } from '../share/setup.ts'
import type { ShareTarget } from '../share/share-target.ts'
import { editPrice, setFields } from './form.ts'
import type { ImageEditor } from './image-editor.ts'

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
