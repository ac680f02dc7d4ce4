import { json } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'
import { QueryFailure } from './query-failure.ts'

/**
 * Reads JSON from an API in the background (`GET`). `parse` returns undefined for what is not
 * `expected`. Throws a {@link QueryFailure}, or the signal's reason when it was aborted.
 */
export async function fetchJson<T>(
  client: Client,
  connection: Connection,
  path: string,
  { parse, expected }: { parse: (body: unknown) => T | undefined; expected: string },
  signal: AbortSignal,
): Promise<T> {
  const result = await request(
    client,
    connection,
    { method: 'GET', path },
    { signal, purpose: 'background', read: json(parse, expected) },
  )
  if (result.ok) return result.value
  signal.throwIfAborted()
  throw new QueryFailure(result.failure)
}
