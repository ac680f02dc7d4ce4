import { createClient, type Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { apiKeyCredential, type CredentialSource } from '../connection/credential.ts'
import type { World } from '../world.ts'

/** Base URL of the API that fake worlds talk to. */
export const BASE_URL = 'https://api.example.com/api/v1'

/** The key of {@link keyConnection}. */
export const API_KEY = 'sk-test-0123456789abcdef'

/** A request as the world's `fetch` saw it. */
interface SeenRequest {
  url: string
  method: string
  headers: readonly (readonly [string, string])[]
  body: BodyInit | null | undefined
  signal: AbortSignal
}

/** A world in memory: requests are answered by the test, nothing leaves the process. */
interface FakeWorld extends World {
  /** Every request that was sent, oldest first. */
  sent: SeenRequest[]
  /** What listeners and faults reported. */
  reported: unknown[]
  stored: Map<string, string>
  /** ms to add to both clocks. */
  advance(ms: number): void
  setOnline(isOnline: boolean): void
}

/** Answers one request; a rejection is a network that failed. */
type Answering = (request: SeenRequest) => Response | Promise<Response>

/** A world whose network is `answer`. */
function fakeWorld(answer: Answering, changes: Partial<World> = {}): FakeWorld {
  const sent: SeenRequest[] = []
  const reported: unknown[] = []
  const stored = new Map<string, string>()
  let now = 1_780_000_000_000
  let ids = 0
  let online = true
  return {
    sent,
    reported,
    stored,
    advance: (ms) => {
      now += ms
    },
    setOnline: (isOnline) => {
      online = isOnline
    },
    origin: 'https://page.example.com',
    configPath: '/config.json',
    isSecure: true,
    fetch: async (input, { method = 'GET', headers, body, signal } = {}) => {
      const request: SeenRequest = {
        url: input instanceof Request ? input.url : input.toString(),
        method,
        headers: [...new Headers(headers)],
        body,
        signal: signal ?? new AbortController().signal,
      }
      sent.push(request)
      return abortable(request.signal, answer(request))
    },
    clock: { now: () => now, elapsed: () => now },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    locks: undefined,
    random: { uuid: () => `id-${(ids += 1)}`, bytes: (length) => new Uint8Array(length).fill(7) },
    isOnline: () => online,
    events: new EventTarget(),
    report: (error) => reported.push(error),
    ...changes,
  }
}

/** As a browser's fetch: aborted, it rejects, whenever the response would come. */
function abortable(signal: AbortSignal, response: Response | Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('The operation was aborted.', 'AbortError'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(response)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A connection that pays with {@link API_KEY}. */
export function keyConnection(credential?: CredentialSource): Connection {
  return {
    id: 'connection-1',
    session: 'session-1',
    name: 'Example',
    kind: 'remote',
    baseUrl: BASE_URL,
    providerName: 'vendor',
    credential: credential ?? apiKeyCredential(API_KEY, new URL(BASE_URL).origin),
  }
}

/** A client in a world whose network is `answer`. */
export function fakeClient(
  answer: Answering,
  changes: Partial<World> = {},
): { client: Client; world: FakeWorld; connection: Connection } {
  const world = fakeWorld(answer, changes)
  const client = createClient(world)
  const connection = keyConnection()
  client.connections.store.setState({
    config: { mode: 'static', providerName: 'vendor', apiOrigins: [] },
    connection,
    open: [connection],
  })
  return { client, world, connection }
}

/** A JSON response. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** A body that a test writes, ends and breaks. */
interface BodyControl {
  response: Response
  write(text: string): void
  end(): void
  /** The connection breaks. */
  fail(): void
  /** Whether the reader gave up. */
  isCancelled(): boolean
}

/** A response whose body is written piece by piece. An aborted request breaks it, as in a browser. */
export function openBody(
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  signal?: AbortSignal,
): BodyControl {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      cancelled = true
    },
  })
  const fail = () => {
    if (!cancelled) controller?.error(new TypeError('network error'))
  }
  signal?.addEventListener('abort', fail)
  return {
    response: new Response(body, {
      status,
      headers: { 'content-type': 'text/event-stream', ...headers },
    }),
    write: (text) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
    fail,
    isCancelled: () => cancelled,
  }
}
