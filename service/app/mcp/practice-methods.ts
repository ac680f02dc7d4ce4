import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { REVISION } from '../revision.ts'
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError, type Message } from './json-rpc.ts'
import { getPrompt, PROMPTS } from './practice-prompts.ts'
import { readResource, RESOURCES } from './practice-resources.ts'
import { SESSION_VERSIONS, STATELESS_VERSION, type Era } from './request-era.ts'
import { calculate } from './tools/calculate.ts'
import { fail } from './tools/fail.ts'
import { image } from './tools/image.ts'
import type { CallContext } from './tools/practice-tool.ts'
import { searchTool } from './tools/search-tool.ts'
import { slow } from './tools/slow.ts'
import { weather } from './tools/weather.ts'

/** What `tools/list` lists. */
export const PRACTICE_TOOLS = [weather, calculate, searchTool, image, slow, fail]

const SERVER_INFO = { name: 'practice', title: 'Practice tools', version: REVISION }
const ABOUT = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions: 'Simulated tools to practice with. They contact nothing and change nothing.',
}
/** How long a client may use a list again, ms. It never changes while the service runs. */
const LIST_TTL_MS = 60_000

type Request = Extract<Message, { kind: 'request' }>
type Method = (params: JsonObject, context: CallContext) => JsonObject | Promise<JsonObject>

/** Answers one request in the form of its era. @throws RpcError for what cannot be answered */
export async function answerRequest(
  { method, params }: Request,
  era: Era,
  context: CallContext,
): Promise<JsonObject> {
  const answer = era === 'session' ? { ...METHODS, ...SESSION_METHODS } : STATELESS_METHODS
  const run = Object.hasOwn(answer, method) ? answer[method] : undefined
  if (run === undefined)
    throw new RpcError(
      METHOD_NOT_FOUND,
      `Method not found: ${method.slice(0, 100)}`,
      era === 'session' ? 200 : 404,
    )
  const result = await run(params, context)
  if (era === 'session') return result
  const isCacheable = method !== 'tools/call' && method !== 'prompts/get'
  return {
    resultType: 'complete',
    ...(isCacheable ? { ttlMs: LIST_TTL_MS, cacheScope: 'public' } : {}),
    ...result,
    _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
  }
}

const METHODS: Readonly<Record<string, Method>> = {
  'tools/list': list({ tools: PRACTICE_TOOLS.map(({ definition }) => definition) }),
  'resources/list': list({ resources: RESOURCES }),
  'resources/templates/list': list({ resourceTemplates: [] }),
  'prompts/list': list({ prompts: PROMPTS }),
  'tools/call': ({ name, arguments: given = {} }, context) => {
    const tool = PRACTICE_TOOLS.find((one) => one.name === name)
    if (tool === undefined) throw invalid(`Unknown tool: ${short(name)}`)
    return tool.call(given, context)
  },
  'resources/read': ({ uri }) => {
    const contents = typeof uri === 'string' ? readResource(uri) : undefined
    if (contents === undefined)
      throw invalid(`Resource not found: ${short(uri)}`, { uri: short(uri) })
    return { contents: [contents] }
  },
  'prompts/get': ({ name, arguments: given }) => {
    const prompt =
      typeof name === 'string' ? getPrompt(name, isJsonObject(given) ? given : {}) : undefined
    if (prompt === undefined) throw invalid(`Unknown prompt: ${short(name)}`)
    if (typeof prompt === 'string') throw invalid(prompt)
    return prompt
  },
}

/** What only the earlier era has. */
const SESSION_METHODS: Readonly<Record<string, Method>> = {
  initialize: ({ protocolVersion: asked }) => ({
    protocolVersion: SESSION_VERSIONS.find((known) => known === asked) ?? SESSION_VERSIONS[0],
    serverInfo: SERVER_INFO,
    ...ABOUT,
  }),
  ping: () => ({}),
}

const STATELESS_METHODS: Readonly<Record<string, Method>> = {
  ...METHODS,
  'server/discover': () => ({ supportedVersions: [STATELESS_VERSION], ...ABOUT }),
}

/** A list of one page. */
function list(result: JsonObject): Method {
  return ({ cursor }) => {
    if (cursor !== undefined) throw invalid(`Unknown cursor: ${short(cursor)}`)
    return result
  }
}

function invalid(message: string, data?: JsonObject): RpcError {
  return new RpcError(INVALID_PARAMS, message, 200, data)
}

function short(value: unknown): string {
  return String(value).slice(0, 200)
}
