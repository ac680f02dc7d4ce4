import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readJson } from '../http/body/read-body.ts'
import { HttpError } from '../http/http-error.ts'
import { respond, sendJson, setHeaders } from '../http/respond.ts'
import { EVENT_STREAM } from '../inference/chat/answer-stream.ts'
import {
  errorMessageOf,
  INVALID_REQUEST,
  type MessageId,
  PARSE_ERROR,
  type Reply,
  RpcError,
} from './json-rpc.ts'

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
