import type { Failure } from '../../../../contract/errors/failure.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import {
  corsFault,
  isStatelessError,
  notMcp,
  supportedVersions,
  UNSUPPORTED_VERSION,
  versionFault,
} from '../faults/fault.ts'
import { type ReadItem, readLine, readText } from '../read/items.ts'
import {
  type Listed,
  MAX_CURSOR_CHARS,
  MAX_ITEMS,
  MAX_PAGES,
  MAX_SESSION_ID_CHARS,
  type ToolServerInfo,
  type ToolServerResult,
} from '../server-data.ts'
import { endSession, isReadablePlain, sendNotification, sendRequest, type Sent } from './send.ts'
import { CLIENT_INFO, SESSION_VERSIONS, STATELESS_VERSION, type Wire } from './wire.ts'

/** A server that can be spoken to, or why it can't. */
type Opened =
  | { ok: true; wire: Wire; info: ToolServerInfo }
  | { ok: false; failure: Failure; exchangeId: string }

/** Every version that this page speaks, newest first. */
const VERSIONS = [STATELESS_VERSION, ...SESSION_VERSIONS]

/**
 * Finds out how a server is spoken to: as the stateless era does, which needs no beginning, and where that
 * fails as the era of sessions. A server without CORS for the newer headers may well have it for the older.
 */
export async function openWire(
  client: Client,
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<Opened> {
  let id = 0
  const nextId = () => (id += 1)
  const wire: Wire = {
    client,
    connection,
    path,
    era: 'stateless',
    version: STATELESS_VERSION,
    nextId,
  }
  const sent = await sendRequest(wire, { method: 'server/discover' }, signal)
  if (sent.ok) {
    const versions = versionsOf(sent.result['supportedVersions'])
    if (versions.includes(STATELESS_VERSION))
      return { ok: true, wire, info: infoOf(sent.result, 'stateless', STATELESS_VERSION) }
    if (!versions.some((version) => SESSION_VERSIONS.includes(version)))
      return refused(versionFault(versions, VERSIONS), sent.exchange)
  } else if (!mayBeOlder(sent)) {
    const { rpc, failure, exchange } = sent
    return rpc?.code === UNSUPPORTED_VERSION
      ? refused(versionFault(supportedVersions(rpc), VERSIONS), exchange)
      : refused(failure, exchange)
  }
  return initialize({ ...wire, era: 'session' }, signal)
}

/** Begins a session, anew where there was one. */
export async function initialize(known: Wire, signal: AbortSignal): Promise<Opened> {
  const { version: _version, sessionId: _sessionId, ...wire } = known
  const [newest = ''] = SESSION_VERSIONS
  const params = { protocolVersion: newest, capabilities: {}, clientInfo: CLIENT_INFO }
  let sessionId: string | undefined
  const sent = await sendRequest(
    wire,
    { method: 'initialize', params, onHeaders: (headers) => (sessionId = sessionIdOf(headers)) },
    signal,
  )
  const { exchange } = sent
  if (!sent.ok) return refused(await narrowed(wire, sent, signal), exchange)
  const version = sent.result['protocolVersion']
  if (typeof version !== 'string' || !SESSION_VERSIONS.includes(version))
    return refused(versionFault(versionsOf([version ?? '']), VERSIONS), exchange)
  const opened: Wire = { ...wire, version, ...given({ sessionId }) }
  const failure = await sendNotification(opened, 'notifications/initialized', undefined, signal)
  if (failure !== undefined) {
    if (sessionId !== undefined) void endSession(opened)
    return refused(failure, exchange)
  }
  return { ok: true, wire: opened, info: infoOf(sent.result, 'session', version) }
}

/** Whether a failed `server/discover` may be that of a server which doesn't know it. */
function mayBeOlder({ failure, exchange, rpc }: Extract<Sent, { ok: false }>): boolean {
  if (rpc !== undefined && isStatelessError(rpc))
    return (
      rpc.code === UNSUPPORTED_VERSION &&
      supportedVersions(rpc).some((version) => SESSION_VERSIONS.includes(version))
    )
  if (failure.kind !== 'tool_server') return false
  const { status } = exchange
  // Not readable at all: the preflight may refuse the headers of this era alone.
  if (status === undefined) return failure.reason === 'cors'
  if (status >= 200 && status < 300) return rpc !== undefined
  return ![401, 403, 408, 429, 502, 503, 504, 524].includes(status)
}

/** What a request without special headers tells about one that got no readable response. */
async function narrowed(
  wire: Wire,
  { failure, exchange }: Extract<Sent, { ok: false }>,
  signal: AbortSignal,
): Promise<Failure> {
  if (failure.kind !== 'tool_server' || failure.reason !== 'cors') return failure
  if (exchange.status !== undefined || signal.aborted) return failure
  const { url, headers } = exchange.request
  const names = headers.map(([name]) => name).filter((name) => name.toLowerCase() !== 'accept')
  const isReadable = await isReadablePlain(wire, signal)
  const page = wire.client.world.origin
  const facts = { url, page, headers: names, isInitialized: false, isReadablePlain: isReadable }
  return { ...corsFault(facts), message: failure.message }
}

function refused(failure: Failure, { id }: Exchange): Opened {
  return { ok: false, failure, exchangeId: id }
}

function versionsOf(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((version) => typeof version === 'string').slice(0, 20)
}

/** The ID of a session; one that could not be sent back is none. */
function sessionIdOf(headers: Headers): string | undefined {
  const id = headers.get('mcp-session-id')
  return id !== null && id.length <= MAX_SESSION_ID_CHARS && /^[\x21-\x7e]+$/.test(id)
    ? id
    : undefined
}

function infoOf(
  result: JsonObject,
  era: ToolServerInfo['era'],
  protocolVersion: string,
): ToolServerInfo {
  const { _meta: meta } = result
  const inMeta = isJsonObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined
  const named = isJsonObject(result['serverInfo']) ? result['serverInfo'] : inMeta
  const server = isJsonObject(named) ? named : {}
  const offered = isJsonObject(result['capabilities']) ? result['capabilities'] : {}
  const title = readLine(server['title'])
  const version = readLine(server['version'])
  const instructions = readText(result['instructions'])
  return {
    name: readLine(server['name']) ?? 'Unnamed server',
    ...given({ title, version, instructions }),
    era,
    protocolVersion,
    offers: {
      tools: isJsonObject(offered['tools']),
      resources: isJsonObject(offered['resources']),
      prompts: isJsonObject(offered['prompts']),
    },
  }
}

/** The most notes of a list; more say the same. */
const MAX_NOTES = 20

/** A list that a server has: the method that returns it, and the name of the array in its result. */
interface ListRequest<T> {
  method: string
  key: string
  read: (value: JsonValue) => ReadItem<T>
}

/** Lists everything, page by page, up to the bounds; of two items of one name the first is kept. */
export async function list<T>(
  wire: Wire,
  { method, key, read }: ListRequest<T>,
  signal: AbortSignal,
): Promise<ToolServerResult<Listed<T>> & { sent: Sent }> {
  const items = new Map<string, T>()
  const notes = new Set<string>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const sent = await sendRequest(wire, { method, params }, signal)
    const exchangeId = sent.exchange.id
    if (!sent.ok) return { ok: false, failure: sent.failure, exchangeId, sent }
    const values = sent.result[key]
    if (!Array.isArray(values))
      return { ok: false, failure: notMcp(`an array “${key}”`), exchangeId, sent }
    for (const value of values) {
      if (items.size >= MAX_ITEMS) break
      const one = read(value)
      if (!one.ok) notes.add(one.note)
      else if (items.has(one.key))
        notes.add(`${one.key} is listed twice: the second one was left out.`)
      else items.set(one.key, one.item)
      if (notes.size >= MAX_NOTES) break
    }
    const next = sent.result['nextCursor']
    const isNext = typeof next === 'string' && next !== '' && next.length <= MAX_CURSOR_CHARS
    const isEndless = isNext && (page === MAX_PAGES || cursors.has(next))
    if (isEndless || items.size >= MAX_ITEMS || notes.size >= MAX_NOTES)
      notes.add('The list was cut off: it is too long, or repeats itself.')
    else if (isNext) {
      cursors.add(next)
      cursor = next
      continue
    }
    return { ok: true, value: { items: [...items.values()], notes: [...notes] }, exchangeId, sent }
  }
}
