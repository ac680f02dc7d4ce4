import { queryOptions } from '@tanstack/react-query'

import { readModelNames } from '../../../../contract/models/traits.ts'
import type { Connection } from '../connection/connection.ts'
import { mayRetryRead, readRetryDelay } from './query-failure.ts'
import { readInBackground } from './read-in-background.ts'

/** Query options for the names that stand for text models: traits, or other vendors' ids. */
export function modelNamesOptions(
  connection: Connection | undefined,
  kind: 'traits' | 'compatibility_mapping',
) {
  return queryOptions({
    queryKey: ['models', kind, connection?.baseUrl, connection?.credential?.label] as const,
    queryFn: ({ signal }) => {
      if (connection === undefined) throw new Error('There is no connection to ask.')
      return readInBackground(
        connection,
        `/models/${kind}?type=text`,
        { read: readModelNames, expected: 'names of models' },
        signal,
      )
    },
    enabled: connection !== undefined,
    staleTime: 5 * 60_000,
    retry: mayRetryRead,
    // A service without such names is not asked again: failures count against the key.
    retryOnMount: false,
    retryDelay: readRetryDelay,
  })
}
