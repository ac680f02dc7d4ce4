import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { wireHeaderName } from '../../../contract/provider-name.ts'
import { isApiDocument, replyHeader, valueAt, type Replies, type Reply } from './reply.ts'

/** Where the doctor runs: a page sees what CORS lets it see, a terminal sees everything. */
export type Place = 'page' | 'terminal'

/** One request of the doctor. */
export interface DoctorRequest {
  method: 'GET' | 'POST' | 'OPTIONS'
  /** Below the base URL. */
  path: string
  /** Without the model, which every paid request names. */
  body?: JsonObject
  /** Whose key it has; the connection's unless said otherwise. */
  key?: 'none' | 'wrong'
  /** Sent beside the others. */
  headers?: HeaderList
  /** At the root of the origin instead of the base URL. */
  isAtRoot?: true
}

/** How often the shortest request is made to see how evenly an API responds. */
export const LATENCY_RUNS = 20

/** What an API may take, and where. Nothing but an empty body is ever sent there, and no key. */
const TAKES = {
  takes_edit: '/image/edit',
  takes_images: '/images/generations',
  takes_embeddings: '/embeddings',
  takes_speech: '/audio/speech',
  takes_jobs: '/video/queue',
}

/** Requests that can't be billed: reads, and what has neither a key nor anything in its body. In this order. */
const FREE = {
  models: { method: 'GET', path: '/models' },
  traits: { method: 'GET', path: '/models/traits' },
  mapping: { method: 'GET', path: '/models/compatibility_mapping' },
  rate_limits: { method: 'GET', path: '/api_keys/rate_limits' },
  unknown_path: { method: 'GET', path: '/no-such-operation' },
  openapi: { method: 'GET', path: '/openapi.json', key: 'none' },
  openapi_at_root: { method: 'GET', path: '/openapi.json', key: 'none', isAtRoot: true },
  no_key: { method: 'POST', path: '/chat/completions', key: 'none', body: {} },
  top_up: { method: 'POST', path: '/x402/top-up', key: 'none' },
  ...(Object.fromEntries(
    Object.entries(TAKES).map(([name, path]) => [
      name,
      { method: 'POST', path, key: 'none', body: {} },
    ]),
  ) as Record<keyof typeof TAKES, DoctorRequest>),
} satisfies Record<string, DoctorRequest>

/** The headers that a page of this app sends, by what they are for. */
const SENT_BY_PAGES = {
  cors_key: ['Authorization', 'Content-Type'],
  cors_sign_in: ['SIGN-IN-WITH-X'],
  cors_payment: ['PAYMENT-SIGNATURE'],
  cors_encryption: ['x-vendor-tee-client-pub-key', 'x-vendor-tee-signing-algo'],
  cors_custom: [],
}
type CorsName = keyof typeof SENT_BY_PAGES

/** One red pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

const TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const SCHEMA = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
}

export const UNICODE = 'Zürich 漢字 👩‍🚀 ñandú'

const say = (content: string, role = 'user') => ({ messages: [{ role, content }] })
const show = (...parts: JsonObject[]) => ({ messages: [{ role: 'user', content: parts }] })
const steady = { temperature: 0, seed: 7, ...say('Reply with one short sentence about rain.') }
const count = say('Count from 1 to 50 in words.')
const weather = { ...say('What is the weather in Paris?'), tools: [TOOL] }
const forced = { ...weather, tool_choice: { type: 'function', function: { name: 'get_weather' } } }
const yes = { type: 'text', text: 'Say: yes' }
const MAX_TOKENS = 64
/** What a request that is wrong on purpose would be if it were right: as long, with the same limit. */
export const WRONG_AS = {
  messages: [{ role: 'user' as const, content: 'Hi' }],
  max_completion_tokens: MAX_TOKENS,
}
const shortest = { ...say('Hi'), max_completion_tokens: 1 }

/**
 * The bodies of the chat requests that may cost. Some are wrong on purpose: few, because too many of them block a
 * key. Those with another key are refused before they cost by an API that does its part; one that doesn't bills
 * them, so their price counts too.
 */
const CHATS = {
  plain: steady,
  repeated: steady,
  stream: { ...steady, stream: true, stream_options: { include_usage: true } },
  unicode: { ...say(`Repeat exactly: ${UNICODE}`), stream: true },
  cancel: { ...count, stream: true },
  after_cancel: { ...say('Say: yes'), max_completion_tokens: 2 },
  limit: { ...count, max_completion_tokens: 4 },
  old_limit: { ...count, max_tokens: 4 },
  stop: { ...say('Repeat exactly: alpha beta gamma delta'), stop: ['gamma'] },
  choices: { ...say('Name a color.'), n: 2 },
  logprobs: { ...say('Say: yes'), logprobs: true, top_logprobs: 2, max_completion_tokens: 2 },
  system: {
    messages: [...say('Reply in capitals.', 'system').messages, ...say('Say: yes').messages],
  },
  developer: { messages: [...say('Be brief.', 'developer').messages, ...say('Say: yes').messages] },
  parts: show(yes),
  image: show(yes, { type: 'image_url', image_url: { url: PIXEL } }),
  tool: forced,
  tool_stream: { ...forced, stream: true },
  no_tool: { ...weather, tool_choice: 'none' },
  schema: { ...say('Name the capital of France.'), response_format: SCHEMA },
  json: {
    ...say('Reply with a JSON object that names the capital of France.'),
    response_format: { type: 'json_object' },
  },
  tool_result: weather,
  unknown_model: { ...say('Hi'), model: 'no-such-model-0' },
  no_messages: {},
  high_temperature: { ...say('Hi'), temperature: 9 },
  wrong_role: say('Hi', 'nobody'),
  without_key: shortest,
  wrong_key: shortest,
} satisfies Record<string, JsonObject>

export type RequestName =
  | keyof typeof FREE
  | CorsName
  | 'cors_read'
  | keyof typeof CHATS
  | `latency_${number}`
  /** No request of its own: a 402 that came for the connection's key. */
  | 'empty_balance'

/** What is sent without asking. */
export const FREE_REQUESTS: readonly RequestName[] = [
  ...(Object.keys(FREE) as (keyof typeof FREE)[]),
  ...(Object.keys(SENT_BY_PAGES) as CorsName[]),
  'cors_read',
]

/** What may cost, and is sent only with consent. */
export const PAID_REQUESTS: readonly RequestName[] = [
  ...(Object.keys(CHATS) as (keyof typeof CHATS)[]),
  ...Array.from({ length: LATENCY_RUNS }, (_, run) => `latency_${run}` as const),
]

/** What a request needs to know. */
export interface Asking {
  /** '' where there is none: then nothing paid is sent. */
  model: string
  place: Place
  /** The origin of the page whose access is asked for. */
  pageOrigin: string
  connection: { baseUrl: string; providerName: string; headers?: HeaderList; credential?: unknown }
}

/** The request of a name; undefined where it isn't needed, or what it needs did not come back. */
export function requestOf(
  name: RequestName,
  replies: Replies,
  asking: Asking,
): DoctorRequest | undefined {
  if (name === 'empty_balance') return undefined
  if (Object.hasOwn(SENT_BY_PAGES, name) || name === 'cors_read')
    return corsRequest(name as CorsName | 'cors_read', replies, asking)
  if (Object.hasOwn(FREE, name)) {
    const isKnown = isApiDocument(replies.openapi) || isApiDocument(replies.openapi_at_root)
    if (isKnown && (Object.hasOwn(TAKES, name) || name === 'openapi_at_root')) return undefined
    if (name === 'rate_limits' && asking.connection.credential === undefined) return undefined
    return FREE[name as keyof typeof FREE]
  }
  const key = name === 'without_key' ? 'none' : name === 'wrong_key' ? 'wrong' : undefined
  // Without a key of its own, nothing is found of keys.
  if (key !== undefined && asking.connection.credential === undefined) return undefined
  const body = name === 'tool_result' ? toolResult(replies) : chatOf(name)
  return body && { ...post, body: { model: asking.model, ...body }, ...(key && { key }) }
}

const post = { method: 'POST', path: '/chat/completions' } as const

/** A body with a limit on its response; `max_tokens` and its successor are never sent together. */
function chatOf(name: RequestName): JsonObject {
  const body: JsonObject = name.startsWith('latency_')
    ? shortest
    : CHATS[name as keyof typeof CHATS]
  return 'max_tokens' in body ? body : { max_completion_tokens: MAX_TOKENS, ...body }
}

function toolResult({ tool }: Replies): JsonObject | undefined {
  const call = valueAt(tool?.json, 'choices.0.message.tool_calls.0')
  const id = valueAt(call, 'id')
  if (call === undefined || typeof id !== 'string') return undefined
  const content = '{"weather":"rain","celsius":11}'
  return {
    ...chatOf('tool_result'),
    messages: [
      ...weather.messages,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content },
    ],
  }
}

/**
 * Whether pages may send these headers: a terminal asks as a browser does before, with a preflight; a page sends them
 * empty with a request that is free, and sees whether the browser let a response through.
 */
function corsRequest(
  name: CorsName | 'cors_read',
  { cors_key }: Replies,
  asking: Asking,
): DoctorRequest | undefined {
  const { place, pageOrigin, connection } = asking
  const isPage = place === 'page'
  // A page of the same origin needs no permission.
  if (new URL(connection.baseUrl).origin === pageOrigin) return undefined
  // Where no page may send a key, nothing else is asked.
  const isClosed = cors_key !== undefined && !allowsPages(cors_key, asking)
  if (!isPage && name !== 'cors_key' && isClosed) return undefined
  const origin: HeaderList = isPage ? [] : [['Origin', pageOrigin]]
  if (name === 'cors_read')
    return { method: 'GET', path: '/models', headers: origin, ...(!isPage && { key: 'none' }) }
  const names = namesOf(name, asking)
  if (names.length === 0) return undefined
  if (isPage) {
    // Its own headers go with every request.
    const sent = names.filter((one) => one !== 'Authorization')
    return {
      method: 'GET',
      path: '/models',
      headers:
        name === 'cors_custom'
          ? []
          : sent.map((one) => [one, one === 'Content-Type' ? 'application/json' : '']),
    }
  }
  return {
    method: 'OPTIONS',
    path: name === 'cors_payment' ? '/x402/top-up' : '/chat/completions',
    key: 'none',
    headers: [
      ...origin,
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', names.join(',').toLowerCase()],
    ],
  }
}

/** Whether a response says that the pages of the origin asked for may read it. */
export function allowsPages(reply: Reply, { pageOrigin }: Asking): boolean {
  const allowed = replyHeader(reply, 'access-control-allow-origin')
  return allowed === '*' || allowed === pageOrigin
}

/** The headers that a CORS request is about, as they are on the wire. */
export function namesOf(name: RequestName, { connection }: Asking): readonly string[] {
  return name === 'cors_custom'
    ? (connection.headers ?? []).map(([header]) => header)
    : (SENT_BY_PAGES[name as CorsName] ?? []).map((header) =>
        wireHeaderName(header, connection.providerName),
      )
}
