import { queryOptions } from '@tanstack/react-query'

import { readModels } from '../../../../contract/models/model-list.ts'
import type { ModelType } from '../../../../contract/models/model-types.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { Connection } from '../connection/connection.ts'
import { mayRetryRead, readRetryDelay } from './query-failure.ts'
import { readInBackground } from './read-in-background.ts'

export interface ListModelsParameters {
  /** Only models of this type; the service's own default when not given. */
  type?: ModelType
}

/**
 * The models of an API (`GET /models`). Throws a `QueryFailure` that holds the `Failure` when
 * the list cannot be had.
 */
export async function listModels(
  connection: Connection,
  { type }: ListModelsParameters,
  signal: AbortSignal,
): Promise<Model[]> {
  const path = type === undefined ? '/models' : `/models?type=${type}`
  return readInBackground(
    connection,
    path,
    { read: readModels, expected: 'a list of models' },
    signal,
  )
}

/** The key under which a connection's models are cached; two keys of one origin may see different lists. */
function listModelsKey(connection: Connection | undefined, parameters: ListModelsParameters) {
  return ['models', connection?.baseUrl, connection?.credential?.label, parameters] as const
}

/** Query options for the models of a connection; disabled while there is none. */
export function listModelsOptions(
  connection: Connection | undefined,
  parameters: ListModelsParameters = {},
) {
  return queryOptions({
    queryKey: listModelsKey(connection, parameters),
    queryFn: ({ signal }) => {
      if (connection === undefined) throw new Error('There is no connection to list models of.')
      return listModels(connection, parameters, signal)
    },
    enabled: connection !== undefined,
    staleTime: 5 * 60_000,
    retry: mayRetryRead,
    retryDelay: readRetryDelay,
  })
}
