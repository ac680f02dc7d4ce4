import type { JsonObject } from '../../../../contract/json.ts'
import type { ApiCall } from '../../client/request.ts'
import { valueAt, type Reply } from './reply.ts'

/** The replies so far, by the name of their request. */
export type Replies = Readonly<Partial<Record<RequestName, Reply>>>

/** How often the shortest request is made to see how evenly an API responds. */
export const LATENCY_RUNS = 20

/** Longest text that any request of a check may bring, tokens. */
const MAX_TOKENS = 64

const TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const FORCED = { type: 'function', function: { name: 'get_weather' } }

/** One red pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

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

const say = (content: string) => [{ role: 'user', content }]
const steady = {
  temperature: 0,
  seed: 7,
  messages: say('Reply with one short sentence about rain.'),
}
const WEATHER = say('What is the weather in Paris?')

/** The bodies of the chat requests of a check, without their model. */
const CHATS = {
  plain: steady,
  repeated: steady,
  stream: { ...steady, stream: true, stream_options: { include_usage: true } },
  unicode: { stream: true, messages: say(`Repeat exactly: ${UNICODE}`) },
  cancel: { stream: true, messages: say('Count from 1 to 50 in words.') },
  after_cancel: { messages: say('Say: yes'), max_completion_tokens: 2 },
  limit: { messages: say('Count from 1 to 50 in words.'), max_completion_tokens: 4 },
  old_limit: { messages: say('Count from 1 to 50 in words.'), max_tokens: 4 },
  stop: { messages: say('Repeat exactly: alpha beta gamma delta'), stop: ['gamma'] },
  choices: { messages: say('Name a color.'), n: 2 },
  logprobs: {
    messages: say('Say: yes'),
    logprobs: true,
    top_logprobs: 2,
    max_completion_tokens: 2,
  },
  system: { messages: [{ role: 'system', content: 'Reply in capitals.' }, ...say('Say: yes')] },
  developer: { messages: [{ role: 'developer', content: 'Be brief.' }, ...say('Say: yes')] },
  parts: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Say: yes' }] }] },
  image: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What color is it?' },
          { type: 'image_url', image_url: { url: PIXEL } },
        ],
      },
    ],
  },
  tool: { messages: WEATHER, tools: [TOOL], tool_choice: FORCED },
  tool_stream: { messages: WEATHER, tools: [TOOL], tool_choice: FORCED, stream: true },
  no_tool: { messages: WEATHER, tools: [TOOL], tool_choice: 'none' },
  schema: { messages: say('Name the capital of France.'), response_format: SCHEMA },
  json: {
    messages: say('Reply with a JSON object that names the capital of France.'),
    response_format: { type: 'json_object' },
  },
} satisfies Record<string, JsonObject>

/** Requests that an API must reject: few, because too many of them block a key. */
const WRONG = {
  unknown_model: { messages: say('Hi'), model: 'no-such-model-0' },
  no_messages: {},
  high_temperature: { messages: say('Hi'), temperature: 9 },
  wrong_role: { messages: [{ role: 'nobody', content: 'Hi' }] },
} satisfies Record<string, JsonObject>

/** The shortest request there is. */
const SHORTEST = { messages: say('Hi'), max_completion_tokens: 1 }

/**
 * Requests with another credential than that of the connection. An API that does its part refuses them
 * before they cost; one that doesn't bills them, so their price counts like that of the others.
 */
const WITH_ANOTHER_KEY = { without_key: SHORTEST, wrong_key: SHORTEST }

/** How a request is authenticated; as the connection is where nothing else is said. */
export function keyOf(name: RequestName): 'own' | 'none' | 'wrong' {
  return name === 'without_key' ? 'none' : name === 'wrong_key' ? 'wrong' : 'own'
}

export type RequestName =
  | keyof typeof CHATS
  | keyof typeof WRONG
  | keyof typeof WITH_ANOTHER_KEY
  | 'models'
  | 'tool_result'
  | 'unknown_path'
  | `latency_${number}`

/** Everything a check sends, in this order. */
export const REQUEST_NAMES: readonly RequestName[] = [
  'models',
  ...(Object.keys(CHATS) as (keyof typeof CHATS)[]),
  'tool_result',
  ...(Object.keys(WRONG) as (keyof typeof WRONG)[]),
  'unknown_path',
  ...(Object.keys(WITH_ANOTHER_KEY) as (keyof typeof WITH_ANOTHER_KEY)[]),
  ...Array.from({ length: LATENCY_RUNS }, (_, run) => `latency_${run}` as const),
]

/** The call of a request; undefined where what it needs did not come back. */
export function callOf(name: RequestName, model: string, replies: Replies): ApiCall | undefined {
  if (name === 'models') return { method: 'GET', path: '/models' }
  if (name === 'unknown_path') return { method: 'GET', path: '/no-such-operation' }
  const body = bodyOf(name, replies)
  return body && { method: 'POST', path: '/chat/completions', body: { model, ...body } }
}

function bodyOf(name: RequestName, { tool }: Replies): JsonObject | undefined {
  if (name.startsWith('latency_') || keyOf(name) !== 'own') return SHORTEST
  if (Object.hasOwn(WRONG, name)) return WRONG[name as keyof typeof WRONG]
  if (name !== 'tool_result') return limited(CHATS[name as keyof typeof CHATS])
  const call = valueAt(tool?.json, 'choices', 0, 'message', 'tool_calls', 0)
  const id = valueAt(call, 'id')
  if (call === undefined || typeof id !== 'string') return undefined
  return {
    max_completion_tokens: MAX_TOKENS,
    tools: [TOOL],
    messages: [
      ...WEATHER,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: '{"weather":"rain","celsius":11}' },
    ],
  }
}

/** A body with a limit on its response; `max_tokens` and its successor are never sent together. */
function limited(body: JsonObject): JsonObject {
  return 'max_tokens' in body ? body : { max_completion_tokens: MAX_TOKENS, ...body }
}
