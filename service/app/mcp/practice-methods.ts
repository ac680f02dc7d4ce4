import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { z } from '../../../contract/zod.ts'
import { REVISION } from '../http/respond.ts'
import { pick, randomFrom } from '../inference/random.ts'
import { searchCorpus } from '../inference/search/search.ts'
import { pause } from '../timing.ts'
import { INVALID_PARAMS, type Message, METHOD_NOT_FOUND, RpcError } from './json-rpc.ts'
import {
  type CallContext,
  evaluate,
  failed,
  IMAGE_LINK,
  PRACTICE_IMAGE,
  practiceTool,
  readResource,
  RESOURCES,
  structuredResult,
  textResult,
} from './practice-tools.ts'
import { type Era, SESSION_VERSIONS, STATELESS_VERSION } from './request-era.ts'

const weather = practiceTool({
  name: 'weather',
  title: 'Weather',
  description:
    'Returns the current weather in a city. Simulated: a city always has the same weather.',
  input: z.strictObject({
    city: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(100),
        z.meta({ description: 'Name of a city', examples: ['Paris'] }),
      ),
  }),
  output: z.strictObject({
    city: z.string(),
    temperature_celsius: z.int(),
    condition: z.enum(['sunny', 'cloudy', 'rainy', 'windy', 'snowy']),
    wind_kmh: z.int(),
  }),
  readOnly: true,
  run: ({ city }) => {
    const random = randomFrom(city.trim().toLowerCase())
    const temperature = Math.round(random() * 40) - 8
    const condition =
      temperature < 1 ? 'snowy' : pick(random, ['sunny', 'cloudy', 'rainy', 'windy'])
    return structuredResult({
      city,
      temperature_celsius: temperature,
      condition,
      wind_kmh: Math.round(random() * 40),
    })
  },
})

const searchTool = practiceTool({
  name: 'search',
  title: 'Search',
  description:
    'Searches a small bundled corpus about HTTP, streaming, JSON, Markdown and payments.',
  input: z.strictObject({
    query: z
      .string()
      .check(z.minLength(1), z.maxLength(500), z.meta({ examples: ['server-sent events'] })),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  }),
  output: z.strictObject({
    results: z.array(z.strictObject({ title: z.string(), url: z.string(), content: z.string() })),
  }),
  readOnly: true,
  run: ({ query, limit = 3 }) => {
    const results = searchCorpus(query, limit).map(({ title, url, content = '' }) => ({
      title,
      url,
      content,
    }))
    return structuredResult({ results })
  },
})

const PROMPTS: JsonObject[] = [
  {
    name: 'compare_weather',
    title: 'Compare the weather',
    description: 'Asks for the weather in two cities, and the difference.',
    arguments: [
      { name: 'first', description: 'A city', required: true },
      { name: 'second', description: 'Another city', required: true },
    ],
  },
]

/** A prompt with its arguments filled in; a sentence that says which is missing; undefined for an unknown name. */
function getPrompt(name: string, given: JsonObject): JsonObject | string | undefined {
  if (name !== 'compare_weather') return undefined
  const { first, second } = given
  if (typeof first !== 'string' || typeof second !== 'string')
    return 'compare_weather needs the arguments first and second.'
  const text = `What's the weather in ${first.slice(0, 100)}, then the weather in ${second.slice(0, 100)}?`
  return {
    description: 'Compare the weather of two cities',
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}

const STEP_MS = 250

const slow = practiceTool({
  name: 'slow',
  title: 'Slow',
  description: 'Waits for some seconds and reports its progress. Try to stop it.',
  input: z.strictObject({
    seconds: z.number().check(z.minimum(0), z.maximum(60), z.meta({ examples: [5] })),
  }),
  readOnly: false,
  run: async ({ seconds }, { signal, progress }) => {
    const total = seconds * 1000
    for (let done = 0; done < total; done += STEP_MS) {
      progress(done / 1000, seconds)
      await pause(Math.min(STEP_MS, total - done), signal)
    }
    return textResult(`Waited ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`)
  },
})

const calculate = practiceTool({
  name: 'calculate',
  title: 'Calculator',
  description: 'Calculates an arithmetic expression with + - * / % ^ and parentheses.',
  input: z.strictObject({
    expression: z
      .string()
      .check(z.minLength(1), z.maxLength(500), z.meta({ examples: ['(2 + 3) * 4'] })),
  }),
  output: z.strictObject({ result: z.number() }),
  readOnly: true,
  run: ({ expression }) => {
    const result = evaluate(expression)
    return typeof result === 'number' ? structuredResult({ result }) : failed(result.message)
  },
})

const image = practiceTool({
  name: 'image',
  title: 'Image',
  description: 'Returns a small image of a landscape, and a link to the resource it is from.',
  input: z.strictObject({}),
  readOnly: true,
  run: () => ({
    content: [
      { type: 'text', text: 'A mountain landscape with the sun, 96 by 64 pixels.' },
      { type: 'image', data: PRACTICE_IMAGE, mimeType: 'image/png' },
      { type: 'resource_link', ...IMAGE_LINK },
    ],
  }),
})

const fail = practiceTool({
  name: 'fail',
  title: 'Fail',
  description: 'Always fails, to show how a model and a client deal with it.',
  input: z.strictObject({ reason: z.optional(z.string().check(z.maxLength(200))) }),
  readOnly: false,
  run: ({ reason = 'it always does' }) => failed(`The tool failed: ${reason}.`),
})

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
