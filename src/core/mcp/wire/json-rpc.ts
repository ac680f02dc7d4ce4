import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** An error that a server returned. */
export interface RpcError {
  code: number
  message: string
  data?: JsonValue
}

/** A message of a server. `id` of an error is undefined where the server could not read the request. */
export type RpcMessage =
  | { kind: 'result'; id: JsonValue; result: JsonObject }
  | { kind: 'error'; id: JsonValue | undefined; error: RpcError }
  | { kind: 'request'; id: string | number; method: string }
  | { kind: 'notification'; method: string; params: JsonObject }

/** The longest message of an error that is kept, characters. */
const MAX_MESSAGE_CHARS = 1_000

/** One message; undefined for what is none. */
export function readMessage(value: JsonValue | undefined): RpcMessage | undefined {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, method, params, result } = value
  if (typeof method === 'string') {
    if (typeof id === 'string' || typeof id === 'number') return { kind: 'request', id, method }
    return { kind: 'notification', method, params: isJsonObject(params) ? params : {} }
  }
  if (isJsonObject(result) && id !== undefined) return { kind: 'result', id, result }
  const error = readError(value['error'])
  return error === undefined ? undefined : { kind: 'error', id: id ?? undefined, error }
}

function readError(value: JsonValue | undefined): RpcError | undefined {
  if (!isJsonObject(value) || typeof value['code'] !== 'number') return undefined
  const { code, message, data } = value
  return {
    code,
    message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE_CHARS) : '',
    ...(data === undefined ? {} : { data }),
  }
}
