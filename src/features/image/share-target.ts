import { EDIT_MODEL_TYPE } from '../../../contract/models/model-types.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { furtherChanges, variationFields, withFurtherChanges } from '../../core/image/variations.ts'
import type { ImageSetup, SharedSetup } from '../../core/share/setup.ts'
import type { ShareTarget } from '../../core/share/share-target.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'
import { imageFormStore, setFields } from './image-form-store.ts'
import { editPrice } from './run/start-edit.ts'

/** The form of the image edit as a setup, and back. The picture never travels; applying sends nothing. */
export const imageShareTarget: ShareTarget = {
  current,
  apply: (setup) => {
    if (setup.area === 'image') {
      setFields(setup.fields)
      imageFormStore.setState(withFurtherChanges(setup.variations ?? []))
    }
    return '/image'
  },
  costInWords,
}

function current(): ImageSetup {
  const form = imageFormStore.getState()
  const variations = furtherChanges(form)
  return {
    area: 'image',
    fields: form.fields,
    ...(variations.length === 0 ? {} : { variations }),
  }
}

/** The price of one press, as far as the list of models is already there: opening a link asks nobody. */
async function costInWords(setup: SharedSetup): Promise<string | undefined> {
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
    ? `${formatMicroUsd(sum)} for each edit`
    : `${formatMicroUsd(sum)} for the ${prices.length} edits of one press`
}
