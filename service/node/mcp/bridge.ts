import { randomUUID } from 'node:crypto'

import { isJsonObject } from '../../../contract/json.ts'
import type { Log } from '../../app/log.ts'
import {
  errorMessageOf,
  type Message,
  METHOD_NOT_FOUND,
  type Reply,
  RpcError,
  SERVER_ERROR,
} from '../../app/mcp/json-rpc.ts'
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
export interface Bridge {
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
