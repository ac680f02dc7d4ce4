import { connectionStore } from '../../api/connection.ts'
import { listModelsOptions } from '../../api/models.ts'
import { queryClient } from '../../api/query-client.ts'
import { DEFAULT_EDIT_MODEL } from '../../contract/image/edit-models.ts'
import { findModel } from '../../contract/models/find-model.ts'
import { EDIT_MODEL_TYPE } from '../../contract/models/model-types.ts'
import { editPriceOf } from '../../contract/models/price.ts'
import type { SharedSetup } from '../../share/setup.ts'
import type { ShareTarget } from '../../share/share-target.ts'
import { formatMicroUsd } from '../../ui/format/money.ts'
import { imageFormStore, setFields, textField } from './image-form-store.ts'

/** The form of the image edit as a setup, and back. The picture never travels; applying sends nothing. */
export const imageShareTarget: ShareTarget = {
  current: () => ({ area: 'image', fields: imageFormStore.getState().fields }),
  apply: (setup) => {
    if (setup.area === 'image') setFields(setup.fields)
    return '/image'
  },
  costInWords,
}

/** The price of one edit, as far as the list of models is already there: opening a link asks nobody. */
async function costInWords(setup: SharedSetup): Promise<string | undefined> {
  if (setup.area !== 'image') return undefined
  const { connection } = connectionStore.getState()
  const { queryKey } = listModelsOptions(connection, { type: EDIT_MODEL_TYPE })
  const named = textField(setup.fields, 'model') || textField(setup.fields, 'modelId')
  const model = findModel(queryClient.getQueryData(queryKey) ?? [], named || DEFAULT_EDIT_MODEL)
  const [resolution, quality] = ['resolution', 'quality'].map(
    (name) => textField(setup.fields, name) || undefined,
  )
  const price = model && editPriceOf(model, { resolution, quality })
  return price === undefined ? undefined : `${formatMicroUsd(price)} for each edit`
}
