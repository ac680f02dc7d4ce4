import { EDIT_MODEL_TYPE, type Model } from '../../../contract/models/model.ts'
import type { ApiDescription } from '../client/queries/openapi.ts'

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
