import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readJson } from '../http/body/read-body.ts'
import { HttpError } from '../http/http-error.ts'
import { respond, sendJson, setHeaders } from '../http/respond.ts'
import { EVENT_STREAM, eventStream, eventText } from '../inference/chat/answer-stream.ts'

/** The id of a request; its response repeats it. */
export type MessageId = string | number

/** Error codes of JSON-RPC and of MCP. */
const PARSE_ERROR = -32_700
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
  const about: JsonValue = { code, message, ...given({ data }) }
  return { jsonrpc: '2.0', id, error: about }
}

/** Text that may wait for a client that does not read, characters. */
const MAX_WAITING = 32_000_000
const MAX_MESSAGES = 10_000

/** How a request is answered: with one message, or with a stream of several. */
type ReplyBody =
  | { kind: 'message'; message: JsonObject; status: number }
  | { kind: 'stream'; stream: ReadableStream<Uint8Array> }

/** The answer to one request, as it comes about. */
export interface Reply {
  /** What to answer with, once that is known. */
  readonly body: Promise<ReplyBody>
  /** Sends a message before the result, which makes the answer a stream. False when it cannot be sent. */
  notify(message: JsonObject): boolean
  /** Ends the answer with its result or error. The status counts only where nothing was sent before. */
  finish(message: JsonObject, status?: number): void
}

/** An answer that nothing was said of yet. `onGone` runs when the client stops to read its stream. */
export function createReply(acceptsStream: boolean, onGone: () => void): Reply {
  const waiting: string[] = []
  let length = 0
  let count = 0
  let isStream = false
  let isEnded = false
  let wake: () => void = () => undefined
  let settle: (body: ReplyBody) => void = () => undefined
  const body = new Promise<ReplyBody>((resolve) => (settle = resolve))

  async function* events(): AsyncGenerator<string> {
    for (;;) {
      const text = waiting.splice(0).join('')
      length = 0
      if (text !== '') yield text
      else if (isEnded) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const send = (message: JsonObject) => {
    const text = eventText(message)
    waiting.push(text)
    length += text.length
    count += 1
    wake()
  }
  return {
    body,
    notify: (message) => {
      if (isEnded || !acceptsStream || count >= MAX_MESSAGES || length > MAX_WAITING) return false
      if (!isStream) {
        isStream = true
        const gone = () => {
          isEnded = true
          wake()
          onGone()
        }
        settle({ kind: 'stream', stream: eventStream(events(), gone) })
      }
      send(message)
      return true
    },
    finish: (message, status = 200) => {
      if (isEnded) return
      isEnded = true
      if (isStream) send(message)
      else settle({ kind: 'message', message, status })
    },
  }
}

/** The body of an MCP message. @throws RpcError for what is too large, or no JSON */
export async function readMcpBody(context: AppContext, limit: number): Promise<unknown> {
  try {
    return await readJson(context.req.raw, limit, MAX_VALUES)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const code = error.status === 400 ? PARSE_ERROR : INVALID_REQUEST
    throw new RpcError(code, error.message, error.status)
  }
}

const MAX_VALUES = 10_000

/** Sends an error that concerns a request, or none that could be read. */
export function sendRpcError(
  context: AppContext,
  error: RpcError,
  id: MessageId | null = null,
): Promise<Response> {
  return sendJson(context, errorMessageOf(id, error), error.status)
}

/** Answers 202: the message was accepted, and there is nothing to say to it. */
export function sendAccepted(context: AppContext): Response {
  return respond(context, null, 202)
}

/** Answers 405: the endpoint is asked by POST alone. */
export function sendNotAllowed(context: AppContext, allowed: string): Promise<Response> {
  setHeaders(context, { allow: allowed })
  return sendRpcError(context, new RpcError(INVALID_REQUEST, 'Method not allowed.', 405))
}

/** Sends an answer in the form that it turns out to have. */
export async function sendReply(context: AppContext, reply: Reply): Promise<Response> {
  const body = await reply.body
  if (body.kind === 'message') return sendJson(context, body.message, body.status)
  setHeaders(context, { 'content-type': EVENT_STREAM })
  return respond(context, body.stream)
}

/** Whether a client reads event streams. */
export function acceptsStream(context: AppContext): boolean {
  return context.req.header('accept')?.includes('text/event-stream') === true
}

/** The id that an answer repeats, of a message that may be none. */
export function idOf(value: unknown): MessageId | null {
  const id = isJsonObject(value) ? (value satisfies JsonObject)['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
