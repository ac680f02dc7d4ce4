import { readModelNames } from '../../../../contract/models/find-model.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery } from './connection-query.ts'

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
