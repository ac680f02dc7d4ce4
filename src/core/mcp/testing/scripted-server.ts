import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import { fakeClient } from '../../client/testing/fake-world.ts'
import type { World } from '../../client/world.ts'
import { authorizationCredential } from '../server-url.ts'
import { createToolServer } from '../tool-server.ts'

/** Where scripted servers are. */
export const SERVER_URL = 'https://mcp.example.com/mcp'
/** What a person entered as Authorization. */
export const TOKEN = 'tok-0123456789abcdef-secret'
/** What a server with sessions calls them. */
export const SESSION_ID = 'session-0123456789abcdef'

/** A message that a scripted server receives. */
export interface Received {
  httpMethod: string
  headers: ReadonlyMap<string, string>
  id: JsonValue | undefined
  method: string
  params: JsonObject
  signal: AbortSignal
}

/** How a server answers a method; undefined: as a well-behaved one does. */
export type Script = Readonly<
  Record<
    string,
    ((received: Received) => Response | undefined | Promise<Response | undefined>) | undefined
  >
>

/** A page with a tool server of its own, which answers as scripted. */
export function scriptedPage(
  script: Script,
  changes: Partial<World> = {},
  credential = authorizationCredential(TOKEN, SERVER_URL),
) {
  const received: Received[] = []
  const { client, world } = fakeClient(async ({ method, headers, body, signal }) => {
    const message = typeof body === 'string' ? readJson(body) : undefined
    const { id, method: rpc, params } = isJsonObject(message) ? message : {}
    const one: Received = {
      httpMethod: method,
      headers: new Map(headers),
      id,
      method: typeof rpc === 'string' ? rpc : method,
      params: isJsonObject(params) ? params : {},
      signal,
    }
    received.push(one)
    const own = Object.hasOwn(script, one.method) ? script[one.method] : undefined
    return (await own?.(one)) ?? (await script['*']?.(one)) ?? wellBehaved(one)
  }, changes)
  const server = createToolServer(client, { id: 's', name: 'Server', url: SERVER_URL }, credential)
  return { client, world, received, server }
}

/** A script that knows no stateless era and has sessions. */
export function withSessions(script: Script): Script {
  return {
    'server/discover': (received) => error(received, -32601, 'Method not found', { status: 404 }),
    initialize: (received) =>
      result(
        received,
        {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {}, resources: {}, prompts: {} },
          serverInfo: { name: 'scripted', version: '1' },
        },
        { 'mcp-session-id': SESSION_ID },
      ),
    'notifications/initialized': accepted,
    'notifications/cancelled': accepted,
    DELETE: accepted,
    ...script,
  }
}

/** The tool of a scripted server. */
export const TOOL: JsonObject = {
  name: 'look_up',
  description: 'Looks something up.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
}

function wellBehaved(received: Received): Response {
  switch (received.method) {
    case 'server/discover':
      return result(received, {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'scripted', version: '1' } },
      })
    case 'tools/list':
      return result(received, { tools: [TOOL] })
    case 'tools/call':
      return result(received, { content: [{ type: 'text', text: 'The result.' }] })
    case 'resources/list':
      return result(received, { resources: [{ uri: 'file:///a', name: 'a' }] })
    case 'resources/templates/list':
      return result(received, { resourceTemplates: [] })
    case 'resources/read':
      return result(received, { contents: [{ uri: 'file:///a', text: 'a' }] })
    case 'prompts/list':
      return result(received, { prompts: [{ name: 'p' }] })
    case 'prompts/get':
      return result(received, { messages: [] })
    default:
      return error(received, -32601, 'Method not found', { status: 404 })
  }
}

export function accepted(): Response {
  return new Response(null, { status: 202 })
}

/** A result as one JSON body. */
export function result(
  { id = null }: Pick<Received, 'id'>,
  value: JsonObject,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id, result: value }, { headers })
}

/** An error response. */
export function error(
  { id = null }: Pick<Received, 'id'>,
  code: number,
  message: string,
  { status = 200, data }: { status?: number; data?: JsonValue } = {},
): Response {
  const body = { code, message, ...(data === undefined ? {} : { data }) }
  return Response.json({ jsonrpc: '2.0', id, error: body }, { status })
}

/** A stream of messages; it ends after the last one, unless there is no end of them. */
export function stream(messages: Iterable<JsonValue>, isEnding = true): Response {
  const encoder = new TextEncoder()
  const iterator = messages[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = iterator.next()
      if (next.done !== true)
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(next.value)}\n\n`))
      else if (isEnding) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** A body that is so long, of one character. */
export function longBody(megabytes: number, type: string, start = '', end = ''): Response {
  const piece = new TextEncoder().encode('a'.repeat(2 ** 20))
  let left = megabytes
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull(controller) {
      if (left === 0) {
        controller.enqueue(new TextEncoder().encode(end))
        controller.close()
        return
      }
      left -= 1
      controller.enqueue(piece)
    },
  })
  return new Response(body, { headers: { 'content-type': type } })
}
