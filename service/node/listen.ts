import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Http2Bindings, HttpBindings } from '@hono/node-server'

import { MAX_HEADERS } from '../app/auth/guard.ts'
import type { Connection } from '../app/http/app-environment.ts'

/** The port when none was asked for; the next free one when it is taken. */
const DEFAULT_PORT = 4310

const MAX_TRIES = 100
/** How long a client may take to send its headers, ms. */
const HEADERS_DEADLINE_MS = 10_000
/**
 * How long a connection is kept for the next request, ms: longer than clients keep it, so that they close it. A POST on a
 * connection that the server is closing fails without an answer, and may not be repeated.
 */
const KEEP_ALIVE_MS = 75_000
/** How often connections are looked through for those beyond a deadline, ms. */
const LOOK_MS = 1000
const MAX_CONNECTIONS = 1000

/** The address cannot be listened on; the message is one readable line. */
export class ListenError extends Error {
  /** True when another program listens there already. */
  readonly isInUse: boolean

  constructor(message: string, isInUse: boolean) {
    super(message)
    this.isInUse = isInUse
  }
}

/** A server that takes requests. */
interface Listening {
  server: Server
  port: number
  /** Closes the connections on which no request is going on. */
  closeIdle: () => void
}

/**
 * Opens the server on the asked-for port, or on the first free one from 4310 on.
 * @throws ListenError when the asked-for port is taken or the host is not this machine's
 */
export async function listen(
  host: string,
  port: number | undefined,
  headersDeadlineMs: number = HEADERS_DEADLINE_MS,
): Promise<Listening> {
  if (port !== undefined) return tryPort(host, port, headersDeadlineMs)
  for (let candidate = DEFAULT_PORT; candidate < DEFAULT_PORT + MAX_TRIES; candidate += 1) {
    try {
      return await tryPort(host, candidate, headersDeadlineMs)
    } catch (error) {
      if (!(error instanceof ListenError) || !error.isInUse) throw error
    }
  }
  throw new ListenError(
    `No free port from ${DEFAULT_PORT} to ${DEFAULT_PORT + MAX_TRIES - 1} on ${host}.`,
    true,
  )
}

async function tryPort(host: string, port: number, headersDeadlineMs: number): Promise<Listening> {
  const server = createServer({
    headersTimeout: headersDeadlineMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(LOOK_MS, headersDeadlineMs),
  })
  // The headers after these are dropped; one too many is how the guard knows.
  server.maxHeadersCount = MAX_HEADERS + 1
  server.maxConnections = MAX_CONNECTIONS
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(reasonOf(error, host, port), error.code === 'EADDRINUSE')),
    )
    server.listen({ host, port }, resolve)
  })
  server.removeAllListeners('error')
  return {
    server,
    port: (server.address() as AddressInfo).port,
    closeIdle: () => {
      server.closeIdleConnections()
      // Clients open some ahead of need; to Node one that nothing came on yet is busy.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

function reasonOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Choose another with --port N, or leave --port out.`
  if (error.code === 'EACCES')
    return `Port ${port} on ${host} may not be used by this user. Choose a port above 1023.`
  return `Cannot listen on ${host} port ${port} (${error.code ?? error.message}).`
}

type Bindings = HttpBindings | Http2Bindings

/** A connection of Node's server, as the service sees it. */
export class NodeConnection implements Connection {
  readonly #incoming: Bindings['incoming']
  readonly #outgoing: Bindings['outgoing']
  #isDropped = false

  constructor({ incoming, outgoing }: Bindings) {
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  get headerCount(): number {
    return this.#incoming.rawHeaders.length / 2
  }

  get body(): Connection['body'] {
    if (this.#incoming.complete) return 'complete'
    return this.#incoming.destroyed ? 'gone' : 'arriving'
  }

  onBodyEnd(run: () => void): void {
    this.#incoming.once('end', run)
  }

  onBodyClose(run: () => void): void {
    this.#incoming.once('close', run)
  }

  onClose(run: () => void): void {
    if (this.#outgoing.destroyed) run()
    else this.#outgoing.once('close', run)
  }

  /** Whether the service dropped it, as opposed to the client. */
  get isDropped(): boolean {
    return this.#isDropped
  }

  async drop(answer: 'begun' | 'not begun'): Promise<void> {
    const outgoing = this.#outgoing
    const { socket } = outgoing
    if (!socket) throw new Error('No connection to drop')
    this.#isDropped = true
    const isPending = () =>
      (answer === 'begun' && !outgoing.headersSent) ||
      outgoing.writableLength > 0 ||
      socket.writableLength > 0
    do await nextTurn()
    while (!socket.destroyed && isPending())
    socket.destroy()
  }
}
