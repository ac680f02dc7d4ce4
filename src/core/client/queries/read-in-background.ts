import type { Failure } from '../../../../contract/errors/failure.ts'
import type { Connection } from '../connection/connection.ts'
import { closeCall, openCall, readBody } from '../http.ts'
import { QueryFailure } from './query-failure.ts'

/**
 * Reads something from an API in the background (`GET`). `read` takes the JSON apart and gives
 * undefined for what is not `expected`. Throws a {@link QueryFailure} when it cannot be had.
 */
export async function readInBackground<T>(
  connection: Connection,
  path: string,
  { read, expected }: { read: (body: unknown) => T | undefined; expected: string },
  signal: AbortSignal,
): Promise<T> {
  const opened = await openCall(connection, { method: 'GET', path, signal, background: true })
  if (!opened.ok) throw new QueryFailure(opened.failure)
  const body = await readBody(opened.call, opened.response)
  const value = body.kind === 'json' ? read(body.value) : undefined
  if (value === undefined) {
    const failure: Failure = { kind: 'unexpected_answer', message: `Expected ${expected}.` }
    closeCall(opened.call, 'failed', failure)
    throw new QueryFailure(failure)
  }
  closeCall(opened.call, 'done')
  return value
}
