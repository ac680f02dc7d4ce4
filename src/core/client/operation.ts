import type { Failure } from '../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { JsonValue } from '../../../contract/json.ts'
import type { Connection } from './connection/connection.ts'
import type { ExchangeBody } from './exchanges/exchange.ts'
import { closeCall, openCall, readFileOrBody, type ApiMethod, type FormField } from './http.ts'

/** A call of any operation of the API. */
export interface Operation {
  method: ApiMethod
  /** Path and query below the base address: `/models?type=text`. */
  path: string
  body?: JsonValue
  form?: readonly FormField[]
  /** The media type asked for; any when absent. */
  accept?: string
}

/** How it ended; the exchange holds everything there is to see of it. */
export type OperationResult = { exchangeId: string } & (
  | { ok: true; status: number; headers: HeaderList; body: ExchangeBody }
  | { ok: false; failure: Failure; aborted: boolean }
)

/**
 * Calls any operation and reads its answer to the end, whatever it is: JSON, text, or a file. The
 * call is made once and never repeated by itself.
 */
export async function runOperation(
  connection: Connection,
  operation: Operation,
  signal: AbortSignal,
): Promise<OperationResult> {
  const opened = await openCall(connection, { accept: '*/*', ...operation, signal })
  const { call } = opened
  const { exchangeId } = call
  if (!opened.ok) return { exchangeId, ok: false, failure: opened.failure, aborted: opened.aborted }
  const { response, headers } = opened
  try {
    const body = await readFileOrBody(call, response)
    closeCall(call, 'done')
    return { exchangeId, ok: true, status: response.status, headers, body }
  } catch {
    const { aborted } = signal
    const failure: Failure = { kind: 'cut', message: 'The answer was cut off.' }
    closeCall(call, aborted ? 'stopped' : 'cut', aborted ? undefined : failure)
    return { exchangeId, ok: false, failure, aborted }
  }
}
