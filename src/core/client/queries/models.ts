import { type ModelListing, type ModelType, readModels } from '../../../../contract/models/model.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery } from './connection-query.ts'
import { fetchJson } from './fetch-json.ts'

export interface ListModelsParameters {
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
