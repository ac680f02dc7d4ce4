import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { Connection } from '../connection/connection.ts'
import { modelNamesOptions } from './model-names.ts'
import { listModelsOptions } from './models.ts'
import { queryClient } from './query-client.ts'

/**
 * The model that an id, a trait or a mapped name stands for, by the API's list; undefined when the
 * list cannot be had or does not tell.
 */
export async function namedModel(connection: Connection, name: string): Promise<Model | undefined> {
  const models = await queryClient.ensureQueryData(listModelsOptions(connection)).catch(() => [])
  const mapping = queryClient.getQueryData(
    modelNamesOptions(connection, 'compatibility_mapping').queryKey,
  )
  return findModel(models, name, mapping)
}
