import { isServiceError, type Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import {
  given,
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import type { Admission } from '../../client/admission/admission.ts'
import { readText, type Incoming, type Reader } from '../../client/body/response-body.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { request, type Result } from '../../client/request.ts'
import { isEventStream, readStream } from '../../client/stream/read-stream.ts'
import type { ToolProgress } from '../../tools/tool.ts'
import { explained, notJson } from '../faults/explained.ts'
import { needsInput, notMcp, overLimit, rpcFault } from '../faults/fault.ts'
import { readLine } from '../read/items.ts'
import {
  CALL_TIMEOUT_MS,
  FAREWELL_TIMEOUT_MS,
  MAX_MESSAGES,
  MAX_REFUSALS,
  MAX_RESPONSE_BYTES,
  MESSAGE_TIMEOUT_MS,
  SILENCE,
} from '../server-data.ts'
import {
  CLIENT_INFO,
  readMessage,
  type RpcError,
  type RpcMessage,
  type Wire,
  wireHeaders,
} from './wire.ts'

/** A request of the protocol. */
export interface RpcRequest {
  method: string
  params?: JsonObject
  /** The name or URI in the parameters, which stateless servers want in a header. */
  name?: string
  /** Arguments that are mirrored in headers. */
  headers?: HeaderList
  cause?: NonNullable<Exchange['cause']>
  onProgress?: (progress: ToolProgress) => void
  /** The server reports that its tools changed. */
  onToolsChanged?: () => void
  /** The headers of a response of status 2xx, nothing masked. */
  onHeaders?: (headers: Headers) => void
}

/** How a request ended. `rpc`: the error that the server returned. */
export type Sent =
  | { ok: true; result: JsonObject; exchange: Exchange }
  | { ok: false; failure: Failure; exchange: Exchange; rpc?: RpcError }

/**
 * Sends one request and reads what belongs to it; once more with a new token where 401 says that it was not
 * handled for want of one. Never rejects.
 */
export async function sendRequest(
  wire: Wire,
  call: RpcRequest,
  signal: AbortSignal,
): Promise<Sent> {
  const sent = await sendOnce(wire, call, signal)
  if (sent.ok || sent.exchange.status !== 401) return sent
  const isRenewed = (await wire.connection.credential?.renew?.()) === true
  return isRenewed && !signal.aborted ? sendOnce(wire, call, signal) : sent
}

async function sendOnce(wire: Wire, call: RpcRequest, signal: AbortSignal): Promise<Sent> {
  const id = wire.nextId()
  const inbox = createInbox(wire, call, id, signal)
  const isCall = call.method === 'tools/call'
  const params = { ...call.params, ...metaOf(wire, call.onProgress === undefined ? undefined : id) }
  const body: JsonObject = {
    jsonrpc: '2.0',
    id,
    method: call.method,
    ...(Object.keys(params).length === 0 ? {} : { params }),
  }
  const sent = await post(wire, body, {
    call,
    signal,
    read: inbox.read,
    timeoutMs: isCall ? CALL_TIMEOUT_MS : MESSAGE_TIMEOUT_MS,
    explain: inbox.explain,
  })
  const { exchange } = sent
  if (sent.ok) return { ok: true, result: sent.value, exchange }
  const hasLeft = exchange.unsent !== true && exchange.failure === undefined
  if (isCall && wire.era === 'session' && hasLeft && signal.aborted)
    void sendNotification(wire, 'notifications/cancelled', { requestId: id }, farewell())
  const rpc = inbox.rpc()
  return { ok: false, failure: sent.failure, exchange, ...given({ rpc }) }
}

/** Sends a notification; what the server sends back is not read. */
export async function sendNotification(
  wire: Wire,
  method: string,
  params: JsonObject | undefined,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const body: JsonObject = { jsonrpc: '2.0', method, ...given({ params }) }
  const sent = await post(wire, body, {
    call: { method },
    signal,
    read: discard,
    timeoutMs: MESSAGE_TIMEOUT_MS,
    explain: (failure, exchange) => explained(wire, failure, exchange, undefined),
  })
  return sent.ok ? undefined : sent.failure
}

/** Ends a session; a server that keeps it until it expires does no harm. */
export async function endSession(wire: Wire): Promise<void> {
  await request(
    wire.client,
    wire.connection,
    { method: 'DELETE', path: wire.path },
    {
      signal: farewell(),
      read: discard,
      admit: [inSession(wire)],
      protocol: {
        name: 'mcp',
        headers: wireHeaders(wire, undefined, undefined),
        maxBytes: MAX_RESPONSE_BYTES,
        explain: (failure, exchange) => explained(wire, failure, exchange, undefined),
      },
    },
  )
}

/**
 * Whether a page may read a response to a request without any header that needs to be allowed: it tells a
 * server without CORS from one that refuses a preflight. It has no credential.
 */
export async function isReadablePlain(wire: Wire, signal: AbortSignal): Promise<boolean> {
  const { credential: _, ...connection } = wire.connection
  const { exchange } = await request(
    wire.client,
    connection,
    { method: 'GET', path: wire.path, accept: '*/*' },
    {
      signal,
      read: discard,
      timeoutMs: FAREWELL_TIMEOUT_MS,
      protocol: {
        name: 'mcp',
        headers: [],
        maxBytes: MAX_RESPONSE_BYTES,
        explain: (failure) => failure,
      },
    },
  )
  return exchange.status !== undefined
}

interface Posting<T> {
  call: Pick<RpcRequest, 'method' | 'name' | 'headers' | 'cause'>
  signal: AbortSignal
  read: Reader<T>
  timeoutMs: number
  explain: (failure: Failure, exchange: Exchange) => Failure
}

function post<T>(
  wire: Wire,
  body: JsonObject,
  { call, signal, read, timeoutMs, explain }: Posting<T>,
): Promise<Result<T>> {
  return request(
    wire.client,
    wire.connection,
    { method: 'POST', path: wire.path, body },
    {
      signal,
      read,
      timeoutMs,
      admit: [inSession(wire)],
      protocol: {
        name: 'mcp',
        headers: [...wireHeaders(wire, call.method, call.name), ...(call.headers ?? [])],
        ...given({ cause: call.cause }),
        maxBytes: MAX_RESPONSE_BYTES,
        explain,
      },
    },
  )
}

/** The ID of the session goes out as a credential does: nothing shows it. */
function inSession({ sessionId }: Wire): Admission {
  return () => ({
    ok: true,
    ...(sessionId === undefined ? {} : { credentials: [['Mcp-Session-Id', sessionId]] }),
  })
}

/** What a stateless server wants to know with every request, and how it is to report progress. */
function metaOf({ era, version }: Wire, progressToken: number | undefined): JsonObject {
  const meta: JsonObject = {
    ...(era === 'session' || version === undefined
      ? {}
      : {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
        }),
    ...given({ progressToken }),
  }
  return Object.keys(meta).length === 0 ? {} : { _meta: meta }
}

const discard: Reader<undefined> = ({ response }) => {
  response.body?.cancel().catch(() => undefined)
  return Promise.resolve({ ok: true, value: undefined })
}

function farewell(): AbortSignal {
  return AbortSignal.timeout(FAREWELL_TIMEOUT_MS)
}

/** Codes with which servers say that a request was not handled: invalid, no such session. */
const UNHANDLED: ReadonlySet<number> = new Set([-32600, -32001])

/** Takes what a server sends back for one request. */
function createInbox(wire: Wire, call: RpcRequest, id: number, signal: AbortSignal) {
  let response: Extract<RpcMessage, { kind: 'result' | 'error' }> | undefined
  let rpc: RpcError | undefined
  let isHandled = false
  let count = 0
  /** The methods of the server's own requests. */
  const requested: string[] = []

  const take = (message: RpcMessage | undefined): void => {
    count += 1
    switch (message?.kind) {
      case 'result':
      case 'error':
        // A response to anything else is of no interest, nor is a second one.
        if (message.id === id) response ??= message
        return
      case 'request':
        if (requested.length >= MAX_REFUSALS) return
        if (message.method !== 'ping') requested.push(message.method)
        void refuse(wire, message, signal)
        return
      case 'notification':
        takeNotification(call, id, message)
        return
      case undefined:
    }
  }

  const outcome = (): { ok: true; value: JsonObject } | { ok: false; failure: Failure } => {
    if (response?.kind === 'result') return complete(response.result)
    if (response?.kind === 'error') {
      rpc = response.error
      return { ok: false, failure: rpcFault(rpc) }
    }
    if (requested.length > 0) return { ok: false, failure: needsInput(requested) }
    return { ok: false, failure: notMcp('a JSON-RPC response to this request') }
  }

  const readJsonBody = async (incoming: Incoming) => {
    const body = await readText(incoming)
    if (!body.ok) return body
    if (body.value.kind === 'text') return { ok: false as const, failure: notJson(body.value.text) }
    const { value } = body.value
    const values = Array.isArray(value) ? value.slice(0, MAX_MESSAGES) : [value]
    for (const one of values) take(messageFor(one, id))
    return outcome()
  }

  return {
    rpc: () => rpc,
    read: async (received: Incoming) => {
      call.onHeaders?.(received.response.headers)
      const { isStream, incoming } = await isEventStream(received)
      if (!isStream) return readJsonBody(incoming)
      const failure = await readStream(incoming, {
        onQuiet: () => undefined,
        limits: SILENCE,
        onEvents: (events) => {
          for (const { data } of events) {
            take(readMessage(readJson(data)))
            if (response !== undefined) return 'complete'
            if (count > MAX_MESSAGES)
              return overLimit(
                `The server sent more than ${MAX_MESSAGES} messages for one request.`,
              )
          }
          return undefined
        },
      })
      return failure === undefined ? outcome() : { ok: false as const, failure }
    },
    explain: (failure: Failure, exchange: Exchange): Failure => {
      if (isServiceError(failure)) {
        const { body } = failure
        const message = isJsonObject(body) ? readMessage(body) : undefined
        if (message?.kind === 'error') {
          rpc = message.error
          isHandled = message.id === id && !UNHANDLED.has(rpc.code)
        }
      }
      if (failure.kind === 'stalled' && requested.length > 0) return needsInput(requested)
      return explained(wire, failure, exchange, rpc, isHandled)
    },
  }
}

/** A single error response needs no ID: the server may not have been able to read it. */
function messageFor(value: JsonValue, id: number): RpcMessage | undefined {
  const message = readMessage(value)
  return message?.kind === 'error' && (message.id === undefined || message.id === null)
    ? { ...message, id }
    : message
}

function takeNotification(
  { onProgress, onToolsChanged }: RpcRequest,
  id: number,
  { method, params }: { method: string; params: JsonObject },
): void {
  if (method === 'notifications/tools/list_changed') onToolsChanged?.()
  const { progressToken, progress, total } = params
  if (method !== 'notifications/progress' || progressToken !== id) return
  if (typeof progress !== 'number' || !Number.isFinite(progress)) return
  const message = readLine(params['message'])
  onProgress?.({
    done: progress,
    ...(typeof total === 'number' && total > 0 ? { total } : {}),
    ...given({ message }),
  })
}

/** This page declared that it does nothing for a server: it says so once more, so that no tool waits for it. */
async function refuse(
  wire: Wire,
  { id, method }: { id: string | number; method: string },
  signal: AbortSignal,
): Promise<void> {
  // A stateless server takes no responses.
  if (wire.era === 'stateless' || signal.aborted) return
  const body: JsonObject = {
    jsonrpc: '2.0',
    id,
    ...(method === 'ping'
      ? { result: {} }
      : { error: { code: -32601, message: 'Method not found' } }),
  }
  await post(wire, body, {
    call: { method },
    signal: AbortSignal.any([signal, farewell()]),
    read: discard,
    timeoutMs: FAREWELL_TIMEOUT_MS,
    explain: (failure, exchange) => explained(wire, failure, exchange, undefined),
  })
}

/** A result that is whole; the tool may want more first. */
function complete(
  result: JsonObject,
): { ok: true; value: JsonObject } | { ok: false; failure: Failure } {
  const { resultType = 'complete', inputRequests } = result
  if (resultType === 'complete') return { ok: true, value: result }
  if (resultType !== 'input_required') return { ok: false, failure: notMcp('a complete result') }
  const requests = isJsonObject(inputRequests) ? Object.values(inputRequests).slice(0, 20) : []
  const methods = requests.flatMap((one) =>
    isJsonObject(one) && typeof one['method'] === 'string' ? [one['method']] : [],
  )
  return { ok: false, failure: needsInput(methods) }
}
