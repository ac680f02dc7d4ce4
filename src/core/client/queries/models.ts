import { failureScope } from '../../../../contract/limits/failure-log.ts'
import { findModel, readModelNames } from '../../../../contract/models/find-model.ts'
import {
  type Model,
  type ModelListing,
  type ModelType,
  readModels,
} from '../../../../contract/models/model.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery, fetchJson, queryClientOf } from './connection-query.ts'

interface ListModelsParameters {
  /** Only models of this type; the service's own default when not given. */
  type?: ModelType
}

const EXPECTED = 'a list of models'

/**
 * The models of an API (`GET /models`), and how many entries of its list could not be read. Throws a
 * `QueryFailure` that holds the `Failure` when the list cannot be had.
 */
export function listModels(
  client: Client,
  connection: Connection,
  parameters: ListModelsParameters,
  signal: AbortSignal,
): Promise<ModelListing> {
  const reading = { parse: readModels, expected: EXPECTED }
  return fetchJson(client, connection, modelsPath(parameters), reading, signal)
}

/** Query options for the models of a connection. */
export function listModelsOptions(
  client: Client,
  connection: Connection | undefined,
  parameters: ListModelsParameters = {},
) {
  return connectionQuery(client, connection, {
    key: ['models', parameters],
    path: modelsPath(parameters),
    parse: (body) => readModels(body)?.models,
    expected: EXPECTED,
    staleTime: 5 * 60_000,
  })
}

function modelsPath({ type }: ListModelsParameters): string {
  return type === undefined ? '/models' : `/models?type=${type}`
}

/** Query options for the names that stand for text models: traits, or other vendors' ids. */
export function modelNamesOptions(
  client: Client,
  connection: Connection | undefined,
  kind: 'traits' | 'compatibility_mapping',
) {
  return connectionQuery(client, connection, {
    key: ['models', kind],
    path: `/models/${kind}?type=text`,
    parse: readModelNames,
    expected: 'names of models',
    staleTime: 5 * 60_000,
    retryOnMount: false,
  })
}

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
