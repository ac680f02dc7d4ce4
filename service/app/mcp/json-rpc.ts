import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'

/** The id of a request; its response repeats it. */
export type MessageId = string | number

/** Error codes of JSON-RPC and of MCP. */
export const PARSE_ERROR = -32_700
export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
export const HEADER_MISMATCH = -32_020
export const UNSUPPORTED_VERSION = -32_022
/** For what neither of them names. */
export const SERVER_ERROR = -32_000

/** A request that ends with an error response, and the HTTP status that this has. */
export class RpcError extends Error {
  readonly code: number
  readonly status: number
  readonly data: JsonObject | undefined

  constructor(code: number, message: string, status = 200, data?: JsonObject) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** What a JSON-RPC message is, by its members. */
export type Message =
  | { kind: 'request'; id: MessageId; method: string; params: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'response'; id: MessageId }

/** Reads one message; undefined for anything that is none. */
export function readMessage(value: unknown): Message | undefined {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, method, params = {} } = value
  const isId = typeof id === 'string' || Number.isSafeInteger(id)
  if (typeof method === 'string' && isJsonObject(params)) {
    if (isId) return { kind: 'request', id: id as MessageId, method, params }
    return id === undefined ? { kind: 'notification', method, params } : undefined
  }
  if (method !== undefined || !isId) return undefined
  const isResult = isJsonObject(value['result']) && value['error'] === undefined
  const isError = isJsonObject(value['error']) && value['result'] === undefined
  return isResult || isError ? { kind: 'response', id: id as MessageId } : undefined
}

/** The `_meta` of parameters; empty without one. */
export function metaOf(params: JsonObject): JsonObject {
  return isJsonObject(params['_meta']) ? params['_meta'] : {}
}

/** A result as a message. */
export function resultMessage(id: MessageId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result }
}

/** An error as a message; without an id where the request could not be read. */
export function errorMessageOf(id: MessageId | null, error: RpcError): JsonObject {
  const { code, message, data } = error
  const about: JsonValue = { code, message, ...(data === undefined ? {} : { data }) }
  return { jsonrpc: '2.0', id, error: about }
}
