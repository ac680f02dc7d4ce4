import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { modelNamesOptions } from './model-names.ts'
import { listModelsOptions } from './models.ts'
import { queryClientOf } from './query-client.ts'

/**
 * The model that an id, a trait or a mapped name stands for, by the API's list; undefined when the
 * list cannot be had or does not tell.
 */
export async function resolveModel(
  client: Client,
  connection: Connection,
  name: string,
): Promise<Model | undefined> {
  const queryClient = queryClientOf(client)
  const models = await queryClient
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
  const mapping = queryClient.getQueryData(
    modelNamesOptions(client, connection, 'compatibility_mapping').queryKey,
  )
  return findModel(models, name, mapping)
}
