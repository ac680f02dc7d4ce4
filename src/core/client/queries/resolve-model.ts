import { failureScope } from '../../../../contract/limits/failure-log.ts'
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
  await queryClientOf(client)
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
  return knownModel(client, connection, name)
}

/** As {@link resolveModel}, by what was asked before: nothing is requested for it. */
export function knownModel(
  client: Client,
  connection: Connection,
  name: string,
): Model | undefined {
  const queryClient = queryClientOf(client)
  const models = queryClient.getQueryData(listModelsOptions(client, connection).queryKey) ?? []
  const mapping = queryClient.getQueryData(
    modelNamesOptions(client, connection, 'compatibility_mapping').queryKey,
  )
  return findModel(models, name, mapping)
}

/** What a body counts for in the failure budget: one model whatever it is called, as far as its names are known. */
export function failureScopeOf(client: Client, connection: Connection, body: unknown): string {
  return failureScope(body, (name) => knownModel(client, connection, name)?.id ?? name)
}
