import { queryOptions } from '@tanstack/react-query'

import { readCharacters } from '../../../../contract/characters/character.ts'
import type { Connection } from '../connection/connection.ts'
import { mayRetryRead, readRetryDelay } from './query-failure.ts'
import { readInBackground } from './read-in-background.ts'

/** Query options for the first page of the public characters (`GET /characters`, API key only). */
export function listCharactersOptions(connection: Connection | undefined) {
  return queryOptions({
    queryKey: ['characters', connection?.baseUrl, connection?.credential?.label] as const,
    queryFn: ({ signal }) => {
      if (connection === undefined) throw new Error('There is no connection to ask.')
      return readInBackground(
        connection,
        '/characters?limit=100',
        { read: readCharacters, expected: 'a list of characters' },
        signal,
      )
    },
    enabled: connection !== undefined,
    staleTime: 5 * 60_000,
    retry: mayRetryRead,
    retryDelay: readRetryDelay,
  })
}
