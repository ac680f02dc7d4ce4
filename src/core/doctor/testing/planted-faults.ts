import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** What an API gets wrong: it changes a whole body, every chunk of a stream, or the response itself. */
export interface PlantedFault {
  name: string
  body?: (body: JsonObject, asked: JsonObject) => JsonValue
  chunk?: (chunk: JsonObject, index: number) => JsonValue
  /** The text of a stream. */
  text?: (text: string) => string
  response?: (status: number, headers: Headers, asked: JsonObject) => number
  /** Every request is taken for one with the right key. */
  takesAnyKey?: true
  /** Something before it holds each response back until it is whole, ms. */
  holdsBackMs?: number
  /** The only probe that finds it, where it must be that. */
  foundBy?: readonly string[]
}

const choice = (body: JsonObject, change: (choice: JsonObject) => JsonObject): JsonObject => ({
  ...body,
  choices: (body['choices'] as JsonObject[]).map(change),
})
const message = (body: JsonObject, change: JsonObject): JsonObject =>
  choice(body, (one) => ({ ...one, message: { ...(one['message'] as JsonObject), ...change } }))
const usage = (body: JsonObject, change: JsonObject): JsonObject =>
  isJsonObject(body['usage']) ? { ...body, usage: { ...body['usage'], ...change } } : body
const isChat = (body: JsonObject) => Array.isArray(body['choices'])
const onChat =
  (change: (body: JsonObject, asked: JsonObject) => JsonObject) =>
  (body: JsonObject, asked: JsonObject) =>
    isChat(body) ? change(body, asked) : body
const call = (body: JsonObject, change: (call: JsonObject) => JsonObject): JsonObject =>
  choice(body, (one) => {
    const own = one['message'] as JsonObject
    const calls = own['tool_calls']
    return Array.isArray(calls)
      ? { ...one, message: { ...own, tool_calls: calls.map((each) => change(each as JsonObject)) } }
      : one
  })
const delta = (chunk: JsonObject, change: JsonObject): JsonObject =>
  Array.isArray(chunk['choices'])
    ? choice(chunk, (one) => ({ ...one, delta: { ...(one['delta'] as JsonObject), ...change } }))
    : chunk

const offers = (body: JsonObject, change: JsonObject): JsonObject =>
  Array.isArray(body['accepts'])
    ? { ...body, accepts: (body['accepts'] as JsonObject[]).map((one) => ({ ...one, ...change })) }
    : body
const challenge = (body: JsonObject, info: JsonObject, change: JsonObject = {}): JsonObject => {
  const extensions = body['extensions'] as JsonObject | undefined
  const own = extensions?.['sign-in-with-x']
  return isJsonObject(own) && isJsonObject(own['info'])
    ? {
        ...body,
        extensions: { 'sign-in-with-x': { ...own, ...change, info: { ...own['info'], ...info } } },
      }
    : body
}

/** Forty ways in which servers that call themselves compatible are not. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  { name: 'object is another', body: onChat((body) => ({ ...body, object: 'completion' })) },
  { name: 'no id', body: onChat(({ id: _, ...body }) => body) },
  { name: 'the same id always', body: onChat((body) => ({ ...body, id: 'x' })) },
  { name: 'created in ms', body: onChat((body) => ({ ...body, created: Date.now() })) },
  { name: 'created as text', body: onChat((body) => ({ ...body, created: '2026-01-01' })) },
  { name: 'no model', body: onChat(({ model: _, ...body }) => body) },
  { name: 'choices from 1', body: onChat((body) => choice(body, (one) => ({ ...one, index: 1 }))) },
  { name: 'choices missing', body: onChat(({ choices: _, ...body }) => body) },
  { name: 'role missing', body: onChat((body) => message(body, { role: 'bot' })) },
  {
    name: 'content in an object',
    body: onChat((body) => message(body, { content: { text: 'a' } })),
  },
  {
    name: 'finish reason unknown',
    body: onChat((body) => choice(body, (one) => ({ ...one, finish_reason: 'eos' }))),
  },
  { name: 'usage missing', body: onChat(({ usage: _, ...body }) => body) },
  { name: 'usage as text', body: onChat((body) => usage(body, { prompt_tokens: '12' })) },
  { name: 'total wrong', body: onChat((body) => usage(body, { total_tokens: 1 })) },
  {
    name: 'prompt counts nothing',
    body: onChat((body) =>
      usage(body, { prompt_tokens: 0, total_tokens: 5, completion_tokens: 5 }),
    ),
  },
  { name: 'cost as text', body: onChat((body) => ({ ...body, cost: { usd: 'free', diem: 0 } })) },
  {
    name: 'the limit is ignored',
    body: onChat((body) => usage(body, { completion_tokens: 40, total_tokens: 80 })),
  },
  {
    name: 'stop at the limit',
    body: onChat((body, asked) =>
      'max_completion_tokens' in asked && asked['max_completion_tokens'] === 4
        ? choice(body, (one) => ({ ...one, finish_reason: 'tool_calls' }))
        : body,
    ),
  },
  {
    name: 'stop ignored',
    body: onChat((body, asked) =>
      'stop' in asked ? message(body, { content: 'alpha beta gamma delta' }) : body,
    ),
  },
  {
    name: 'n ignored',
    body: onChat((body) => ({ ...body, choices: (body['choices'] as JsonValue[]).slice(0, 1) })),
  },
  {
    name: 'positive log probabilities',
    body: onChat((body, asked) =>
      'logprobs' in asked
        ? choice(body, (one) => ({
            ...one,
            logprobs: { content: [{ token: 'a', logprob: 0.4, top_logprobs: [] }] },
          }))
        : body,
    ),
  },
  {
    name: 'log probabilities always',
    body: onChat((body) => choice(body, (one) => ({ ...one, logprobs: { content: [] } }))),
  },
  { name: 'call without an id', body: onChat((body) => call(body, ({ id: _, ...own }) => own)) },
  {
    name: 'arguments as an object',
    body: onChat((body) =>
      call(body, (own) => ({
        ...own,
        function: { name: 'get_weather', arguments: { city: 'Paris' } },
      })),
    ),
  },
  {
    name: 'arguments are no JSON',
    body: onChat((body) =>
      call(body, (own) => ({
        ...own,
        function: { name: 'get_weather', arguments: "{'city': 'Paris'}" },
      })),
    ),
  },
  {
    name: 'stop after a call',
    body: onChat((body) =>
      choice(body, (one) =>
        'tool_calls' in (one['message'] as JsonObject) ? { ...one, finish_reason: 'stop' } : one,
      ),
    ),
  },
  {
    name: 'schema ignored',
    body: onChat((body, asked) =>
      'response_format' in asked ? message(body, { content: 'Paris.' }) : body,
    ),
  },
  {
    name: 'models without ids',
    body: (body) =>
      isChat(body) ? body : 'data' in body ? { ...body, data: [{ name: 'a' }] } : body,
  },
  {
    name: 'models twice',
    body: (body) =>
      Array.isArray(body['data']) ? { ...body, data: [...body['data'], ...body['data']] } : body,
  },
  { name: 'no [DONE]', text: (text) => text.replace('data: [DONE]\n\n', '') },
  { name: 'text after [DONE]', text: (text) => `${text}data: {"late":true}\n\n` },
  { name: 'events without data', text: (text) => text.replace('data: {', '{') },
  { name: 'cut in the middle', text: (text) => text.slice(0, -20) },
  { name: 'chunk object wrong', chunk: (chunk) => ({ ...chunk, object: 'chat.completion' }) },
  { name: 'an id for each chunk', chunk: (chunk, index) => ({ ...chunk, id: `c${index}` }) },
  { name: 'no role in the stream', chunk: (chunk) => delta(chunk, { role: null }) },
  {
    name: 'a finish reason in each chunk',
    chunk: (chunk) =>
      Array.isArray(chunk['choices'])
        ? choice(chunk, (one) => ({ ...one, finish_reason: 'stop' }))
        : chunk,
  },
  { name: 'characters split', chunk: (chunk) => delta(chunk, { content: '\uFFFD' }) },
  {
    name: 'streams as JSON',
    response: (status, headers) => (
      headers.get('content-type')?.startsWith('text/event') === true &&
        headers.set('content-type', 'application/json'),
      status
    ),
  },
  {
    name: 'a proxy buffers streams',
    holdsBackMs: 1_400,
    foundBy: ['Text arrives in pieces: 64 pieces came together'],
  },
  {
    name: 'any key is taken',
    takesAnyKey: true,
    foundBy: ['A request without a key is rejected', 'A wrong key is rejected'],
  },
  {
    name: 'streams without a version',
    response: (status, headers, asked) => {
      if ('stream' in asked) headers.delete('x-vendor-version')
      return status
    },
    foundBy: ['Each response has the version of the API'],
  },
  { name: 'everything is accepted', response: (status) => (status >= 400 ? 200 : status) },
]

/** What an API gets wrong that shows without a request that costs: in its responses to one path. */
export interface FreeFault {
  name: string
  /** Of the path it ends with; of a preflight where it begins with OPTIONS. */
  at: string
  body?: (body: JsonObject) => JsonValue
  headers?: (headers: Headers) => void
  status?: number
  /** The only probes that don't hold then, and do without it. */
  foundBy: readonly string[]
}

const without = (list: string, name: string) => (headers: Headers) =>
  headers.set(
    list,
    (headers.get(list) ?? '')
      .split(',')
      .filter((one) => one !== name)
      .join(','),
  )
const info = (change: JsonObject) => (body: JsonObject) => challenge(body, change)
const NO_KEY = 'POST /chat/completions'
const ALLOWED = 'access-control-allow-headers'

/** A way for each of the free probes to fail. */
export const FREE_FAULTS: readonly FreeFault[] = [
  {
    name: 'the list is no list',
    at: 'GET /models',
    body: (body) => ({ ...body, object: 'models' }),
    foundBy: ['The model list has the object list'],
  },
  {
    name: 'models of another type',
    at: 'GET /models',
    body: (body) => ({
      ...body,
      data: (body['data'] as JsonObject[]).map((one) => ({ ...one, object: 'm' })),
    }),
    foundBy: ['Models are objects of type model'],
  },
  {
    name: 'traits as a list',
    at: '/models/traits',
    body: (body) => ({ ...body, data: [] }),
    foundBy: ['Model traits name models'],
  },
  {
    name: 'a mapping to objects',
    at: '/models/compatibility_mapping',
    body: (body) => ({ ...body, data: { a: {} } }),
    foundBy: ['The compatibility mapping names models'],
  },
  ...(
    [
      ['/image/edit', 'Edits images'],
      ['/images/generations', 'Generates images'],
      ['/embeddings', 'Returns embeddings'],
      ['/audio/speech', 'Generates speech'],
      ['/video/queue', 'Queues jobs'],
    ] as const
  ).map(([path, foundBy]) => ({
    name: `${path} is not described`,
    at: '/openapi.json',
    body: ({ paths, ...body }: JsonObject) => ({
      ...body,
      paths: Object.fromEntries(
        Object.entries(paths as JsonObject).filter(([one]) => !one.endsWith(path)),
      ),
    }),
    foundBy: [foundBy],
  })),
  {
    name: 'rate limits in no list',
    at: '/api_keys/rate_limits',
    body: () => ({ data: {} }),
    foundBy: ['Rate limits are listed per model'],
  },
  {
    name: 'a body is read before its key',
    at: NO_KEY,
    status: 400,
    body: () => ({ error: 'messages is empty' }),
    foundBy: ['Without a key, a request is rejected before it is read', 'A 402 offers ways to pay'],
  },
  {
    name: 'an offer without an amount',
    at: NO_KEY,
    body: (body) => offers(body, { amount: 5 }),
    foundBy: ['A 402 offers ways to pay'],
  },
  {
    name: 'no PAYMENT-REQUIRED',
    at: NO_KEY,
    headers: (headers) => headers.delete('payment-required'),
    foundBy: ['PAYMENT-REQUIRED has them too'],
  },
  {
    name: 'a sign-in to another host',
    at: NO_KEY,
    body: info({ domain: 'other.example' }),
    foundBy: ['A sign-in challenge is for this API'],
  },
  {
    name: 'a sign-in to a URI elsewhere',
    at: NO_KEY,
    body: info({ uri: 'https://other.example/' }),
    foundBy: ['A sign-in challenge is for this API'],
  },
  {
    name: 'a nonce of two lines',
    at: NO_KEY,
    body: info({ nonce: '12345678\nURI: x' }),
    foundBy: ['Its nonce can be signed'],
  },
  {
    name: 'networks that nobody knows',
    at: NO_KEY,
    body: (body) => challenge(body, {}, { supportedChains: [{ chainId: 'eip155:1' }] }),
    foundBy: ['It is for known networks'],
  },
  {
    name: 'terms without an address',
    at: '/x402/top-up',
    body: (body) => offers(body, { payTo: null }),
    foundBy: ['A top-up without payment returns its terms'],
  },
  {
    name: 'terms in another coin',
    at: '/x402/top-up',
    body: (body) => offers(body, { asset: '0x1' }),
    foundBy: ['A top-up takes USDC on a known network'],
  },
  {
    name: 'an unknown path is fine',
    at: '/no-such-operation',
    status: 200,
    foundBy: ['An unknown path is a 404'],
  },
  ...(
    [
      ['authorization', 'Pages may send Authorization'],
      ['sign-in-with-x', 'Pages may send SIGN-IN-WITH-X'],
      ['payment-signature', 'Pages may send PAYMENT-SIGNATURE'],
      ['x-vendor-tee-signing-algo', 'Pages may send encryption headers'],
      ['x-own', 'Pages may send the headers of the connection'],
    ] as const
  ).map(([header, foundBy]) => ({
    name: `a preflight without ${header}`,
    at: 'OPTIONS',
    headers: without(ALLOWED, header),
    foundBy: [foundBy],
  })),
  {
    name: 'any header but Authorization',
    at: 'OPTIONS',
    headers: (headers) => headers.set(ALLOWED, '*'),
    foundBy: ['Pages may send Authorization'],
  },
  {
    name: 'a version that no page may read',
    at: 'GET /models',
    headers: without('access-control-expose-headers', 'x-vendor-version'),
    foundBy: ['Pages can read the headers they use'],
  },
]
