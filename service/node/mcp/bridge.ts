import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'

import type { Hono } from 'hono'

import { isJsonObject } from '../../../contract/json.ts'
import { type GuardRules, isOwnOrigin } from '../../app/auth/guard.ts'
import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { respond, setHeaders } from '../../app/http/respond.ts'
import type { Log } from '../../app/log.ts'
import {
  acceptsStream,
  createReply,
  errorMessageOf,
  idOf,
  INVALID_REQUEST,
  type Message,
  METHOD_NOT_FOUND,
  readMcpBody,
  readMessage,
  type Reply,
  RpcError,
  sendAccepted,
  sendNotAllowed,
  sendReply,
  sendRpcError,
  SERVER_ERROR,
} from '../../app/mcp/json-rpc.ts'
import { eraOf } from '../../app/mcp/request-era.ts'
import { MCP_PATH } from '../../app/service.ts'
import type { BridgedServer } from './bridged-server.ts'
import {
  type AnswerTimes,
  openSession,
  type ProcessEnd,
  startProcess,
  type StdioSession,
} from './stdio-session.ts'

/** Sessions of one server; each is a process of its own. */
const MAX_SESSIONS = 4
const TIMES: AnswerTimes = { firstMs: 60_000, anyMs: 900_000 }

type Request = Extract<Message, { kind: 'request' }>

/** A server of this computer, as clients over HTTP see it. */
interface Bridge {
  readonly name: string
  /** Starts a session for an `initialize`. @throws RpcError when all sessions are busy */
  initialize(request: Request, reply: Reply): { sessionId: string; cancel: () => void }
  /** An open session; undefined where it has ended, so that the client begins a new one. */
  session(id: string): StdioSession | undefined
  endSession(id: string): Promise<boolean>
  /** Answers a request of the stateless revision. Returns what cancels it. */
  stateless(request: Request, reply: Reply): () => void
  /** Ends all its processes. */
  close(): Promise<void>
  /** The same without waiting. */
  kill(): void
}

/** Starts nothing yet: a process begins with the first request that needs it. */
export function createBridge(server: BridgedServer, log: Log, times: AnswerTimes = TIMES): Bridge {
  const { name } = server
  /** By id, the one used last at the end. */
  const sessions = new Map<string, StdioSession>()
  let shared: StdioSession | undefined
  /** Whether the server said that it doesn't know the stateless revision. */
  let isEarlier = false

  const open = (mayAsk: boolean, onEnd: () => void) =>
    openSession({
      start: (events) => startProcess(server, events),
      mayAsk,
      times,
      onEnd: ({ why, errorBytes }: ProcessEnd) => {
        log('info', 'MCP server ended', { server: name, why, errorBytes })
        onEnd()
      },
    })
  const all = () => [...sessions.values(), ...(shared === undefined ? [] : [shared])]
  const makeRoom = () => {
    if (sessions.size < MAX_SESSIONS) return
    const idle = [...sessions].find(([, { pendingCount }]) => pendingCount === 0)
    if (idle === undefined) throw new RpcError(SERVER_ERROR, 'All sessions are in use.', 503)
    sessions.delete(idle[0])
    void idle[1].end()
  }

  return {
    name,
    initialize: (request, reply) => {
      makeRoom()
      const sessionId = randomUUID()
      const session = open(true, () => sessions.delete(sessionId))
      sessions.set(sessionId, session)
      session.request(request, reply)
      // A session that nobody learned of is of no use.
      const cancel = () => {
        if (session.pendingCount > 0) void session.end()
      }
      return { sessionId, cancel }
    },
    session: (id) => {
      const session = sessions.get(id)
      if (session?.isOpen !== true) return undefined
      sessions.delete(id)
      sessions.set(id, session)
      return session
    },
    endSession: async (id) => {
      const session = sessions.get(id)
      sessions.delete(id)
      await session?.end()
      return session !== undefined
    },
    stateless: (request, reply) => {
      const isQuestion = request.method === 'server/discover'
      if (isEarlier && isQuestion) {
        const error = new RpcError(METHOD_NOT_FOUND, 'Method not found: server/discover', 404)
        reply.finish(errorMessageOf(request.id, error), error.status)
        return () => undefined
      }
      const session = shared?.isOpen === true ? shared : open(false, () => undefined)
      shared = session
      if (!isQuestion) return session.request(request, reply)
      return session.request(request, {
        ...reply,
        finish: (message, status) => {
          const { error } = message
          // Whoever knows the question answers it, or names the versions that it supports.
          isEarlier = isJsonObject(error) && session.isOpen && error['code'] !== -32_022
          if (isEarlier) void session.end()
          reply.finish(message, status)
        },
      })
    },
    close: async () => {
      await Promise.all(all().map((session) => session.end()))
    },
    kill: () => {
      for (const session of all()) session.kill()
    },
  }
}

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
