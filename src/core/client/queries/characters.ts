import { readCharacters } from '../../../../contract/characters/character.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { connectionQuery } from './connection-query.ts'

/** Query options for the first page of the public characters (`GET /characters`, API key only). */
export function listCharactersOptions(client: Client, connection: Connection | undefined) {
  return connectionQuery(client, connection, {
    key: ['characters'],
    path: '/characters?limit=100',
    parse: readCharacters,
    expected: 'a list of characters',
    staleTime: 5 * 60_000,
  })
}
