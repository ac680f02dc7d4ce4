import { createHash, timingSafeEqual } from 'node:crypto'

import type { Hono } from 'hono'

import { isJsonObject } from '../../../contract/json.ts'
import { isOwnOrigin, type GuardRules } from '../../app/auth/guard.ts'
import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { respond, setHeaders } from '../../app/http/respond.ts'
import { createReply, INVALID_REQUEST, readMessage, RpcError } from '../../app/mcp/json-rpc.ts'
import {
  acceptsStream,
  idOf,
  readMcpBody,
  sendAccepted,
  sendNotAllowed,
  sendReply,
  sendRpcError,
} from '../../app/mcp/mcp-exchange.ts'
import { MCP_PATH } from '../../app/mcp/mcp-path.ts'
import { eraOf } from '../../app/mcp/request-era.ts'
import type { Bridge } from './bridge.ts'

const MAX_BODY_BYTES = 4_000_000
const SESSION = 'mcp-session-id'

/** Offers each server of this computer at `/local/mcp/NAME`, to the page of this service alone. */
export function bridgeRoutes(
  app: Hono<AppEnvironment>,
  rules: GuardRules,
  bridges: readonly Bridge[],
  pageKey: string,
): void {
  for (const bridge of bridges) {
    const path = `${MCP_PATH}/${bridge.name}`
    const guarded = (answer: (context: AppContext) => Promise<Response>) => (context: AppContext) =>
      isAllowed(context, rules, pageKey)
        ? answer(context)
        : sendRpcError(context, new RpcError(INVALID_REQUEST, REFUSAL, 403))
    app.post(
      path,
      guarded((context) => post(context, bridge)),
    )
    app.delete(
      path,
      guarded(async (context) => {
        const hasEnded = await bridge.endSession(context.req.header(SESSION) ?? '')
        return respond(context, null, hasEnded ? 204 : 404)
      }),
    )
    app.all(
      path,
      guarded((context) => sendNotAllowed(context, 'POST, DELETE')),
    )
  }
}

const REFUSAL = 'Only the app of this service can use this server, or a program with its API key.'

/**
 * As for the key in `/config.json`: a request that the browser itself marks as coming from the app's own
 * page; or, from a program, one with that key. Origins that may call the API may not call this.
 */
function isAllowed(context: AppContext, rules: GuardRules, pageKey: string): boolean {
  // Who comes by the public name is anybody.
  if (context.get('publicOrigin') !== undefined) return false
  const origin = context.req.header('origin')
  if (origin !== undefined && !isOwnOrigin(origin, rules)) return false
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const given = context.req.header('authorization') ?? ''
  return timingSafeEqual(digest(given), digest(`Bearer ${pageKey}`))
}

async function post(context: AppContext, bridge: Bridge): Promise<Response> {
  let body: unknown
  try {
    body = await readMcpBody(context, MAX_BODY_BYTES)
    const message = readMessage(body)
    if (message === undefined || !isJsonObject(body))
      throw new RpcError(INVALID_REQUEST, 'The body is not one JSON-RPC message.', 400)
    const isStateless = eraOf(message, (name) => context.req.header(name), EARLIER) === 'stateless'
    if (message.kind === 'request' && (isStateless || message.method === 'initialize')) {
      const reply = createReply(acceptsStream(context), () => cancel())
      let cancel: () => void = () => undefined
      if (isStateless) cancel = bridge.stateless(message, reply)
      else {
        const begun = bridge.initialize(message, reply)
        setHeaders(context, { [SESSION]: begun.sessionId })
        cancel = begun.cancel
      }
      context.req.raw.signal.addEventListener('abort', () => cancel(), { once: true })
      return await sendReply(context, reply)
    }
    if (isStateless) return sendAccepted(context)
    const id = context.req.header(SESSION)
    if (id === undefined)
      throw new RpcError(INVALID_REQUEST, 'The header Mcp-Session-Id is required.', 400)
    const session = bridge.session(id)
    if (session === undefined)
      throw new RpcError(INVALID_REQUEST, 'The session has ended. Start a new one.', 404)
    if (message.kind === 'request') {
      const reply = createReply(acceptsStream(context), () => cancel())
      const cancel = session.request(message, reply)
      context.req.raw.signal.addEventListener('abort', cancel, { once: true })
      return await sendReply(context, reply)
    }
    if (message.kind === 'notification') session.notify(message)
    else session.respond(body)
    return sendAccepted(context)
  } catch (error) {
    if (error instanceof RpcError) return sendRpcError(context, error, idOf(body))
    throw error
  }
}

/** Servers are older than their clients: what they agree on is theirs. */
const EARLIER = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
