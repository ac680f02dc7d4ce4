import type { JsonObject } from '../../../contract/json.ts'
import type { AppContext } from '../http/app-environment.ts'
import { sendJson } from '../http/respond.ts'
import type { RunningRequests } from '../inference/running-requests.ts'
import {
  acceptsStream,
  createReply,
  errorMessageOf,
  idOf,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  type Message,
  metaOf,
  readMcpBody,
  readMessage,
  type Reply,
  resultMessage,
  RpcError,
  sendAccepted,
  sendNotAllowed,
  sendReply,
  sendRpcError,
  SERVER_ERROR,
} from './json-rpc.ts'
import { answerRequest } from './practice-methods.ts'
import { claimedVersion, eraOf, type Era } from './request-era.ts'

const MAX_BODY_BYTES = 262_144
/** Calls at once, so that slow ones cannot pile up. */
const MAX_CALLS = 100
/** Messages in one body, which the revision of March 2025 allowed. */
const MAX_BATCH = 20

type Request = Extract<Message, { kind: 'request' }>

/**
 * The practice MCP server: Streamable HTTP of both eras on one address, without sessions, as nothing is to
 * be remembered between two requests.
 */
export function createPracticeServer(
  running: RunningRequests,
): (context: AppContext) => Promise<Response> {
  let calls = 0

  const answer = async (request: Request, era: Era, reply: Reply, clientGone: AbortSignal) => {
    const { controller, done } = running.begin()
    const end = () => controller.abort(clientGone.reason)
    if (clientGone.aborted) end()
    else clientGone.addEventListener('abort', end, { once: true })
    calls += 1
    try {
      if (calls > MAX_CALLS) throw new RpcError(SERVER_ERROR, 'Too many calls at once.')
      const { progressToken } = metaOf(request.params)
      const result = await answerRequest(request, era, {
        signal: controller.signal,
        progress: (progress, total) => {
          if (progressToken === undefined) return
          const params = { progressToken, progress, total }
          reply.notify({ jsonrpc: '2.0', method: 'notifications/progress', params })
        },
      })
      reply.finish(resultMessage(request.id, result))
    } catch (error) {
      const known = error instanceof RpcError ? error : ended(controller.signal)
      reply.finish(errorMessageOf(request.id, known), known.status)
    } finally {
      calls -= 1
      clientGone.removeEventListener('abort', end)
      done()
    }
  }

  /** One message after the other: batches are of clients that want no stream. */
  const answerBatch = async (context: AppContext, bodies: readonly unknown[]) => {
    const answers: JsonObject[] = []
    for (const body of bodies) {
      const message = readMessage(body)
      if (message === undefined || claimedVersion(message) !== undefined)
        throw new RpcError(INVALID_REQUEST, 'A batch contains a message that is not allowed.', 400)
      if (message.kind !== 'request') continue
      const reply = createReply(false, () => undefined)
      await answer(message, 'session', reply, context.req.raw.signal)
      const answered = await reply.body
      if (answered.kind === 'message') answers.push(answered.message)
    }
    return answers
  }

  return async (context) => {
    if (context.req.method !== 'POST') return sendNotAllowed(context, 'POST')
    let body: unknown
    try {
      body = await readMcpBody(context, MAX_BODY_BYTES)
      if (Array.isArray(body) && body.length > 0 && body.length <= MAX_BATCH) {
        const answers = await answerBatch(context, body)
        return answers.length === 0 ? sendAccepted(context) : await sendJson(context, answers)
      }
      const message = readMessage(body)
      if (message === undefined)
        throw new RpcError(INVALID_REQUEST, 'The body is not a JSON-RPC message.', 400)
      const era = eraOf(message, (name) => context.req.header(name))
      if (message.kind !== 'request') return sendAccepted(context)
      const gone = new AbortController()
      const { signal } = context.req.raw
      const hangUp = () => gone.abort(new Error('The client hung up.'))
      if (signal.aborted) hangUp()
      else signal.addEventListener('abort', hangUp, { once: true })
      const reply = createReply(acceptsStream(context), hangUp)
      void answer(message, era, reply, gone.signal)
      return await sendReply(context, reply)
    } catch (error) {
      if (error instanceof RpcError) return sendRpcError(context, error, idOf(body))
      throw error
    }
  }
}

function ended(signal: AbortSignal): RpcError {
  return signal.aborted
    ? new RpcError(SERVER_ERROR, 'The call was canceled.')
    : new RpcError(INTERNAL_ERROR, 'Internal error.', 500)
}
