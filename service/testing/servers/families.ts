import type { Scripted } from './stub-server.ts'

/** What is said in the one conversation that every server family tells in its own way. */
export const CONVERSATION = {
  text: { content: 'Hello from the model.' },
  tools: {
    content: '',
    calls: [
      { name: 'get_weather', arguments: { city: 'Quito' } },
      { name: 'get_time', arguments: { zone: 'UTC' } },
    ],
  },
  reasoning: { reasoning: 'Think first.', content: 'Then answer.' },
  refusal: { refusal: "I can't help with that." },
  error: { content: 'Kept words. ', failure: 'BROKEN-HERE' },
  cut: { content: 'Kept words. ', isCut: true },
  end: { content: 'Hello from the model.' },
} as const satisfies Record<string, Told>
export type Scene = keyof typeof CONVERSATION

/** What a response says, however it is sent. */
export interface Told {
  content?: string
  reasoning?: string
  refusal?: string
  calls?: readonly { name: string; arguments: object }[]
  /** Words of the error that ends it. */
  failure?: string
  isCut?: true
}

/** A kind of server, and how it speaks by public reports. */
export interface ServerFamily {
  name: string
  /** Where its ways are told. */
  reports: readonly string[]
  scenes: Readonly<Record<Scene, Scripted>>
}

type Json = Readonly<Record<string, unknown>>

/** How a family writes its chunks. */
interface Dialect {
  /** Members of each chunk beside the choices. */
  envelope?: Json
  /** Members of each choice beside the delta. */
  choice?: Json
  /** The delta of a text. */
  text?: (text: string) => Json
  /** The deltas of a thought. */
  thought?: (text: string) => Json
  refusal?: (text: string) => readonly Json[]
  /** The deltas of the two parallel calls. */
  calls?: readonly Json[]
  toolFinish?: string
  finish?: string
  /** Events before all others, as they are written. */
  opening?: string
  /** Events of usage after the finish. */
  usage?: readonly Json[]
  /** The event that says that the response failed, as it is written. */
  failure: string
  /** What stands at the end of a stream, and what becomes of the connection. */
  done?: string
  end?: Partial<Scripted>
  type?: string | null
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const args = (value: object) => JSON.stringify(value)
const call = (id: string, name: string, json: string, more: Json = {}): Json => ({
  id,
  type: 'function',
  function: { name, arguments: json },
  ...more,
})

const QUITO = args({ city: 'Quito' })
const UTC = args({ zone: 'UTC' })
const [WEATHER, TIME] = ['get_weather', 'get_time'] as const

/** OpenAI's: a name first, then its arguments in pieces, counted from 0. */
const PIECES: readonly Json[] = [
  { tool_calls: [{ index: 0, ...call('call_a', WEATHER, '') }] },
  { tool_calls: [{ index: 0, function: { arguments: QUITO.slice(0, 5) } }] },
  { tool_calls: [{ index: 0, function: { arguments: QUITO.slice(5) } }] },
  { tool_calls: [{ index: 1, ...call('call_b', TIME, '') }] },
  { tool_calls: [{ index: 1, function: { arguments: UTC } }] },
]

const DONE = 'data: [DONE]\n\n'

function family(name: string, reports: readonly string[], dialect: Dialect): ServerFamily {
  const { envelope = {}, choice = {}, opening = '', usage = [], done = DONE, type } = dialect
  const { text = (content) => ({ content }), finish = 'stop', toolFinish = 'tool_calls' } = dialect
  const { thought = (words) => ({ reasoning_content: words }), calls = PIECES } = dialect
  const chunk = (delta: Json, reason: string | null = null) =>
    data({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1790000000,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: reason, ...choice }],
      ...envelope,
    })
  const words = (value: string) => (value.match(/\S+\s*/g) ?? []).map((word) => chunk(text(word)))
  const last = (reason: string) => chunk({}, reason) + usage.map(data).join('') + done
  const begin = opening + chunk({ role: 'assistant', content: '' })
  const script = (body: string, more: Partial<Scripted> = {}): Scripted => ({
    body,
    ...(type === undefined ? {} : { type }),
    ...more,
  })
  const { refusal = (said) => [text(said)] } = dialect
  const hello = begin + words(CONVERSATION.text.content).join('')
  const kept = begin + words(CONVERSATION.error.content).join('')
  return {
    name,
    reports,
    scenes: {
      text: script(hello + last(finish)),
      tools: script(begin + calls.map((delta) => chunk(delta)).join('') + last(toolFinish)),
      reasoning: script(
        begin +
          chunk(thought('Think ')) +
          chunk(thought('first.')) +
          words(CONVERSATION.reasoning.content).join('') +
          last(finish),
      ),
      refusal: script(
        begin +
          refusal(CONVERSATION.refusal.refusal)
            .map((delta) => chunk(delta))
            .join('') +
          last(finish),
      ),
      error: script(kept + dialect.failure),
      cut: script(kept, { after: 'drop' }),
      end: script(hello + last(finish), dialect.end),
    },
  }
}

/**
 * The families of servers that people point the playground at, each as public reports say that it speaks. A new one, or a
 * new quirk of one, is a row: the conversation is run against all of them, from the page and through `--upstream`.
 */
export const SERVER_FAMILIES: readonly ServerFamily[] = [
  family('OpenAI', ['openai/openai-openapi: CreateChatCompletionStreamResponse'], {
    envelope: { system_fingerprint: 'fp_1', service_tier: 'default', obfuscation: 'aB3' },
    choice: { logprobs: null },
    refusal: (said) => [{ content: null, refusal: said.slice(0, 5) }, { refusal: said.slice(5) }],
    usage: [
      {
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        choices: [],
        usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      },
    ],
    failure: data({
      error: { message: 'BROKEN-HERE', type: 'server_error', param: null, code: null },
    }),
  }),
  family('Ollama', ['ollama/ollama#15457', 'ollama/ollama#4357'], {
    envelope: { system_fingerprint: 'fp_ollama' },
    thought: (reasoning) => ({ content: '', reasoning }),
    calls: [
      { content: '', tool_calls: [{ index: 0, ...call('call_a', WEATHER, QUITO) }] },
      { content: '', tool_calls: [{ index: 0, ...call('call_b', TIME, UTC) }] },
    ],
    failure: data({ error: 'llama runner process has terminated BROKEN-HERE' }),
  }),
  family('vLLM', ['vllm-project/vllm: OpenAI-compatible server, ErrorResponse'], {
    choice: { logprobs: null, stop_reason: null, token_ids: null },
    thought: (reasoning) => ({ reasoning }),
    usage: [
      { id: 'c', choices: [], usage: { prompt_tokens: 3, total_tokens: 7, completion_tokens: 4 } },
    ],
    failure:
      data({
        object: 'error',
        message: 'BROKEN-HERE',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }) + DONE,
  }),
  family('llama.cpp', ['ggml-org/llama.cpp#12137', 'coddy-project/coddy-agent!106'], {
    envelope: { system_fingerprint: 'b1-abc' },
    usage: [
      {
        choices: [],
        created: 1790000000,
        id: 'c',
        object: 'chat.completion.chunk',
        usage: { completion_tokens: 4, prompt_tokens: 3, total_tokens: 7 },
        timings: { prompt_n: 3, predicted_per_second: 90.1 },
      },
    ],
    failure: `error: ${JSON.stringify({ code: 400, message: 'BROKEN-HERE', type: 'invalid_request_error' })}\n\n${DONE}`,
  }),
  family('LM Studio', ['odysseus-dev/odysseus!736'], {
    thought: (reasoning) => ({ reasoning }),
    failure: data({ error: { message: 'Error rendering prompt with jinja template BROKEN-HERE' } }),
    end: { after: 'open' },
  }),
  family(
    'OpenRouter',
    ['n8n-io/n8n!37959', 'spring-projects/spring-ai!6908', 'brainlid/langchain!569'],
    {
      opening: ': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n',
      envelope: { provider: 'p' },
      choice: { native_finish_reason: null, logprobs: null },
      thought: (words) => ({
        content: '',
        reasoning: words,
        reasoning_details: [{ type: 'reasoning.text', text: words, format: 'unknown', index: 0 }],
      }),
      usage: [
        {
          id: 'c',
          choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
          usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, cost: 0.0001 },
        },
      ],
      failure:
        data({
          id: 'c',
          provider: 'p',
          error: { code: 502, message: 'BROKEN-HERE', metadata: { raw: 'no' } },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        }) + DONE,
      done: `: OPENROUTER PROCESSING\n\n${DONE}`,
    },
  ),
  family('Groq', ['vercel/ai#1651', 'groq/groq-typescript!120'], {
    opening: data({
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }],
      x_groq: { id: 'req_1' },
    }),
    thought: (reasoning) => ({ reasoning }),
    calls: [
      {
        tool_calls: [
          { ...call('call_a', WEATHER, QUITO), index: 0 },
          { ...call('call_b', TIME, UTC), index: 1 },
        ],
      },
    ],
    usage: [{ id: 'c', choices: [], x_groq: { id: 'req_1', usage: { queue_time: 0.1 } } }],
    failure: `event: error\ndata: ${JSON.stringify({ error: { message: 'BROKEN-HERE', type: 'internal' } })}\n\n`,
  }),
  family('Together', ['maximhq/bifrost#6711'], {
    envelope: { prompt: [], usage: null },
    choice: { text: '', seed: null, logprobs: null, token_id: 42 },
    finish: 'eos',
    failure: data({ error: { message: 'BROKEN-HERE', type_: 'overloaded' }, choices: null }),
  }),
  family('Mistral', ['symfony/ai#2422', 'comet-ml/opik!8376'], {
    envelope: { p: 'abcdefgh' },
    thought: (words) => ({
      content: [{ type: 'thinking', thinking: [{ type: 'text', text: words }] }],
    }),
    calls: [
      {
        content: '',
        tool_calls: [
          { id: 'a1b2c3d4e', function: { name: WEATHER, arguments: QUITO }, index: 0 },
          { id: 'f5g6h7i8j', function: { name: TIME, arguments: UTC }, index: 1 },
        ],
      },
    ],
    failure: data({
      object: 'error',
      message: 'BROKEN-HERE',
      type: 'internal_server_error',
      code: '3000',
    }),
  }),
  family('DeepSeek', ['continuedev/continue#10193', 'musistudio/claude-code-router#1041'], {
    opening: ': keep-alive\n\n',
    text: (content) => ({ content, reasoning_content: null }),
    thought: (words) => ({ content: null, reasoning_content: words }),
    failure: data({ error: { message: 'BROKEN-HERE', type: 'server_error', code: 'internal' } }),
  }),
  family('Gemini, compatible endpoint', ['su-kaka/gcli2api!406', 'ai-dynamo/dynamo!4723'], {
    calls: [
      {
        role: 'assistant',
        tool_calls: [
          {
            index: 0,
            ...call('function-call-1', WEATHER, QUITO),
            extra_content: { google: { thought_signature: 'AbC=' } },
          },
        ],
      },
      { role: 'assistant', tool_calls: [{ index: 0, ...call('function-call-2', TIME, UTC) }] },
    ],
    toolFinish: 'stop',
    failure: data({ error: { code: 503, message: 'BROKEN-HERE', status: 'UNAVAILABLE' } }),
    done: 'data: [DONE] \n\n',
  }),
  family('Anthropic, through proxies', ['router-for-me/CLIProxyAPI#5229', 'BerriAI/litellm#5231'], {
    calls: [
      { tool_calls: [{ index: 1, ...call('toolu_1', WEATHER, '') }] },
      { tool_calls: [{ index: 1, function: { arguments: QUITO } }] },
      { tool_calls: [{ index: 2, ...call('toolu_2', TIME, '') }] },
      { tool_calls: [{ index: 2, function: { arguments: UTC } }] },
    ],
    failure: `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'BROKEN-HERE' } })}\n\n`,
    done: 'data: [DONE]',
  }),
  family('Azure', ['AbanteAI/archive-old-cli-mentat#429', 'seratch/ChatGPT-in-Slack!49'], {
    opening: data({
      id: '',
      object: '',
      created: 0,
      model: '',
      choices: [],
      prompt_filter_results: [
        {
          prompt_index: 0,
          content_filter_results: { hate: { filtered: false, severity: 'safe' } },
        },
      ],
    }),
    choice: {
      content_filter_results: { hate: { filtered: false, severity: 'safe' } },
      logprobs: null,
    },
    refusal: (said) => [{ refusal: said }],
    failure: data({ error: { message: 'BROKEN-HERE', code: 'content_filter', innererror: {} } }),
  }),
  family('SGLang with DeepSeek-R1', ['sgl-project/sglang#3912'], {
    choice: { matched_stop: null },
    thought: (words) => ({ reasoning_content: words, content: null, tool_calls: null }),
    failure: data({ error: { object: 'error', message: 'BROKEN-HERE', code: 500 } }),
  }),
  family(
    'Servers with another label',
    ['Lightning-AI/LitServe#359', 'open-webui/open-webui#7726'],
    {
      type: 'text/plain; charset=utf-8',
      failure: data({ detail: 'Internal Server Error BROKEN-HERE' }),
      end: { type: null },
    },
  ),
]
