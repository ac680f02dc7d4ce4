import type { Told } from './families.ts'
import type { Scripted } from './stub-server.ts'

/** One odd response, as a public report tells it, and what it says all the same. */
export interface Quirk {
  name: string
  report: string
  response: Scripted
  told: Told & {
    finish?: string
    usage?: object
    notes?: readonly string[]
    notUnderstood?: number
  }
}

type Json = Readonly<Record<string, unknown>>

export const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const ENVELOPE = { id: 'c1', object: 'chat.completion.chunk', created: 1790000000, model: 'm' }
export const chunk = (delta: Json, finish: unknown = null, more: Json = {}, choice: Json = {}) =>
  event({ ...ENVELOPE, choices: [{ index: 0, delta, finish_reason: finish, ...choice }], ...more })
export const DONE = 'data: [DONE]\n\n'
export const END = chunk({}, 'stop') + DONE
export const CALLED = chunk({}, 'tool_calls') + DONE
export const WORDS = chunk({ content: 'Answer ' }) + chunk({ content: 'words.' })

const whole = (message: Json, choice: Json = {}, more: Json = {}): Scripted => ({
  type: 'application/json',
  body: JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    created: 1790000000,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...choice },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    ...more,
  }),
})
export const stream = (body: string, more: Partial<Scripted> = {}): Scripted => ({ body, ...more })
export const call = (
  index: number | undefined,
  id: string | undefined,
  name: string,
  json: unknown,
) => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: json },
})

export const QUITO = { name: 'get_weather', arguments: { city: 'Quito' } }
const THINKING = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })

export const ANSWER = { content: 'Answer words.' }
const WHOLE = { content: 'Whole words.' }

/** Whole responses that differ from a chat completion in one member beside the words. */
const ODD_WHOLE: readonly (readonly [string, Json, Json])[] = [
  ['without id', {}, { id: undefined }],
  ['with id null', {}, { id: null }],
  ['without object', {}, { object: undefined }],
  ['with an empty object', {}, { object: '' }],
  ['without model', {}, { model: undefined }],
  ['with created as text', {}, { created: '1790000000' }],
  ['with cost as a number', {}, { cost: 0.001 }],
  [
    'with log probabilities of the older API',
    { logprobs: { tokens: ['a'], token_logprobs: [-1] } },
    {},
  ],
  [
    'with null counts',
    {},
    { usage: { prompt_tokens: null, completion_tokens: 2, total_tokens: 2 } },
  ],
  ['without a total', {}, { usage: { prompt_tokens: 3, completion_tokens: 2 } }],
  ['labeled with a number as id', {}, { id: 42 }],
]

export const QUIRKS: readonly Quirk[] = [
  {
    name: 'parallel calls that all have index 0',
    report: 'ollama/ollama#15457',
    response: stream(
      chunk({ tool_calls: [call(0, 'call_a', 'get_weather', '{"city":"Quito"}')] }) +
        chunk({ tool_calls: [call(0, 'call_b', 'get_time', '{"zone":"UTC"}')] }) +
        chunk({ tool_calls: [call(0, 'call_c', 'get_weather', '{"city":"Lima"}')] }) +
        CALLED,
    ),
    told: {
      calls: [
        QUITO,
        { name: 'get_time', arguments: { zone: 'UTC' } },
        { name: 'get_weather', arguments: { city: 'Lima' } },
      ],
      notes: ['tool_index_repeated'],
    },
  },
  {
    name: 'a call with index 1',
    report: 'router-for-me/CLIProxyAPI#5229',
    response: stream(
      chunk({ content: 'Let me look.' }) +
        chunk({ tool_calls: [call(1, 'toolu_1', 'get_weather', '')] }) +
        chunk({ tool_calls: [{ index: 1, function: { arguments: '{"city":' } }] }) +
        chunk({ tool_calls: [{ index: 1, function: { arguments: '"Quito"}' } }] }) +
        CALLED,
    ),
    told: { content: 'Let me look.', calls: [QUITO], notes: ['tool_index_shifted'] },
  },
  {
    name: 'a choice with index 1 alone',
    report: 'aws-samples/bedrock-access-gateway#134',
    response: stream(
      event({ ...ENVELOPE, choices: [{ index: 1, delta: ANSWER, finish_reason: null }] }) +
        event({ ...ENVELOPE, choices: [{ index: 1, delta: {}, finish_reason: 'stop' }] }) +
        DONE,
    ),
    told: ANSWER,
  },
  ...[stream, 'whole' as const].map((form): Quirk => ({
    name: `arguments as an object and index -1, ${form === 'whole' ? 'whole' : 'streamed'}`,
    report: 'zai-org/GLM-4.5#17',
    response:
      form === 'whole'
        ? whole(
            { content: null, tool_calls: [call(-1, 'call_n', 'get_weather', { city: 'Quito' })] },
            { finish_reason: 'tool_calls' },
          )
        : stream(
            chunk({ tool_calls: [call(-1, 'call_n', 'get_weather', { city: 'Quito' })] }) + CALLED,
          ),
    told: { calls: [QUITO], notes: ['tool_arguments_object', 'tool_index_negative'] },
  })),
  {
    name: 'a whole call without an id',
    report: 'zai-org/GLM-4.5#17',
    response: whole(
      {
        content: null,
        tool_calls: [call(undefined, undefined, 'get_weather', '{"city":"Quito"}')],
      },
      { finish_reason: 'tool_calls' },
    ),
    told: { calls: [QUITO], notes: ['tool_id_missing'] },
  },
  {
    name: 'a call of another type',
    report: 'openclaw/openclaw!68418',
    response: whole(
      {
        content: null,
        tool_calls: [
          {
            id: 'c',
            type: 'builtin_function',
            function: { name: 'get_weather', arguments: '{"city":"Quito"}' },
          },
        ],
      },
      { finish_reason: 'tool_calls' },
    ),
    told: { calls: [QUITO] },
  },
  {
    name: 'thinking as parts of the content, streamed',
    report: 'symfony/ai#2422',
    response: stream(
      chunk({ content: '' }) +
        chunk({ content: [THINKING('Thought ')] }) +
        chunk({ content: [THINKING('words.')] }) +
        chunk({ content: [{ type: 'text', text: 'Answer ' }] }) +
        chunk({ content: 'words.' }) +
        END,
    ),
    told: { ...ANSWER, reasoning: 'Thought words.' },
  },
  {
    name: 'thinking as parts of the content, whole',
    report: 'comet-ml/opik!8376',
    response: whole({
      content: [THINKING('Thought words.'), { type: 'text', text: 'Whole words.' }],
    }),
    told: { ...WHOLE, reasoning: 'Thought words.' },
  },
  {
    name: 'reasoning under its newer name, streamed',
    report: 'dirac-run/dirac!227',
    response: stream(
      chunk({ content: '', reasoning: 'Thought ' }) + chunk({ reasoning: 'words.' }) + WORDS + END,
    ),
    told: { ...ANSWER, reasoning: 'Thought words.' },
  },
  {
    name: 'reasoning under its newer name, whole',
    report: 'run-llama/llama_index!21220',
    response: whole({ content: 'Whole words.', reasoning: 'Thought words.' }),
    told: { ...WHOLE, reasoning: 'Thought words.' },
  },
  {
    name: 'reasoning as details alone',
    report: 'Mintplex-Labs/anything-llm#6099',
    response: stream(
      chunk({
        content: '',
        reasoning_details: [{ type: 'reasoning.text', text: 'Thought words.' }],
      }) +
        WORDS +
        END,
    ),
    told: { ...ANSWER, reasoning: 'Thought words.' },
  },
  {
    name: 'an empty finish_reason before the end, with think tags',
    report: 'sgl-project/sglang#3912',
    response: stream(
      ['<think>', '\nThought ', 'words', '</think>', '\n\nAnswer ', 'words.']
        .map((content) => chunk({ content }, ''))
        .join('') + END,
    ),
    told: { ...ANSWER, reasoning: 'Thought words', notes: ['finish_reason_empty'] },
  },
  {
    name: 'an empty finish_reason and no end',
    report: 'ollama/ollama#4357',
    response: stream(chunk({ content: 'Answer ' }, '') + chunk({ content: 'words.' }, '')),
    told: { ...ANSWER, isCut: true },
  },
  {
    name: 'counts that are null, missing and partial',
    report: 'openai/openai-agents-python!1181',
    response: stream(
      chunk({ content: 'Answer ' }, null, {
        usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
      }) +
        chunk({ content: 'words.' }, null, { usage: {} }) +
        chunk({}, 'stop', { usage: { prompt_tokens: 4, completion_tokens: 7 } }) +
        DONE,
    ),
    told: { ...ANSWER, usage: { prompt_tokens: 4, completion_tokens: 7, total_tokens: 11 } },
  },
  {
    name: 'members of the envelope of other types',
    report: 'langgenius/dify#14101',
    response: stream(
      event({
        ...ENVELOPE,
        id: null,
        model: null,
        created: null,
        choices: [{ index: 0, delta: { content: 'Answer ' } }],
      }) +
        event({
          ...ENVELOPE,
          id: 42,
          created: '2026-01-01T00:00:00Z',
          choices: [{ index: 0, delta: { content: 'words.' } }],
        }) +
        END,
    ),
    told: ANSWER,
  },
  {
    name: 'a cost as a number and as a text',
    report: 'caozhiyuan/copilot-api!247',
    response: stream(
      chunk({ content: 'Answer ' }, null, { cost: 0.00012 }) +
        chunk({ content: 'words.' }, null, { cost: '0.00012' }) +
        END,
    ),
    told: { ...ANSWER, notUnderstood: 2 },
  },
  {
    name: 'log probabilities of other forms',
    report: 'guardrails-ai/guardrails#1415',
    response: stream(
      chunk({ content: 'Answer ' }, null, {}, { logprobs: -0.12 }) +
        chunk(
          { content: 'words.' },
          null,
          {},
          { logprobs: { content: [{ token: 'w', logprob: null, bytes: [1] }] } },
        ) +
        END,
    ),
    told: { ...ANSWER, notUnderstood: 2 },
  },
  {
    name: 'a message in the place of a delta',
    report: 'anomalyco/opencode#44086',
    response: stream(
      event({
        ...ENVELOPE,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Answer words.' },
            finish_reason: null,
          },
        ],
      }) + END,
    ),
    told: ANSWER,
  },
  ...ODD_WHOLE.map(([name, choice, more]): Quirk => ({
    name: `a whole response ${name}`,
    report: 'anomalyco/opencode#44086',
    response: whole({ content: 'Whole words.' }, choice, more),
    told: WHOLE,
  })),
  {
    name: 'a member nested 3,000 levels deep',
    report: 'nst/JSONTestSuite: n_structure_100000_opening_arrays',
    response: {
      type: 'application/json',
      body: JSON.stringify({
        extra: 'DEEP',
        choices: [{ message: { content: 'Whole words.' }, finish_reason: 'stop' }],
      }).replace('"DEEP"', '['.repeat(3000) + ']'.repeat(3000)),
    },
    told: { ...WHOLE, notes: ['nested_deeply'] },
  },
  {
    name: 'a whole response without finish_reason',
    report: 'guardrails-ai/guardrails#1415',
    response: whole({ content: 'Whole words.' }, { finish_reason: undefined }),
    told: { ...WHOLE, finish: 'stop', notes: ['finish_reason_missing'] },
  },
  {
    name: 'a refusal, streamed',
    report: 'openclaw/openclaw#102321',
    response: stream(
      chunk({ content: null, refusal: '' }) +
        chunk({ refusal: "I'm sorry, " }) +
        chunk({ refusal: 'no.' }) +
        END,
    ),
    told: { refusal: "I'm sorry, no." },
  },
  {
    name: 'a refusal, whole',
    report: 'UKGovernmentBEIS/inspect_ai!1198',
    response: whole({ content: null, refusal: "I'm sorry, no." }),
    told: { refusal: "I'm sorry, no." },
  },
  {
    name: 'a connection that stays open after the end',
    report: 'maximhq/bifrost#6784',
    response: stream(WORDS + END, { after: 'open' }),
    told: { ...ANSWER, notes: ['open_after_end'] },
  },
  {
    name: 'events parted by one line break',
    report: 'rexxars/eventsource-parser!31',
    response: stream((WORDS + END).replaceAll('\n\n', '\n')),
    told: { ...ANSWER, notes: ['events_unparted'] },
  },
  ...[
    'text/plain; charset=utf-8',
    'application/json',
    'application/stream+json',
    'application/x-ndjson',
    null,
  ].map((type): Quirk => ({
    name: `a stream labeled ${type ?? 'nothing'}`,
    report: 'Lightning-AI/LitServe#359',
    response: stream(WORDS + END, { type }),
    told: { ...ANSWER, notes: ['stream_unlabeled'] },
  })),
  {
    name: 'a whole response labeled as a stream',
    report: 'open-webui/open-webui#7726',
    response: { ...whole({ content: 'Whole words.' }), type: 'text/event-stream' },
    told: { ...WHOLE, notes: ['whole_labeled_stream'] },
  },
  {
    name: 'an error with status 200',
    report: 'n8n-io/n8n!37959',
    response: {
      type: 'application/json',
      body: JSON.stringify({ error: { message: 'Rate limit exceeded: BROKEN', code: 429 } }),
    },
    told: { failure: 'Rate limit exceeded: BROKEN' },
  },
  {
    name: 'an error inside of a choice, streamed',
    report: 'spring-projects/spring-ai!6908',
    response: stream(
      chunk({ content: 'Kept.' }) +
        chunk(
          { content: '' },
          'error',
          {},
          { error: { code: 502, message: 'Provider failed BROKEN' } },
        ) +
        DONE,
    ),
    told: { content: 'Kept.', failure: 'Provider failed BROKEN' },
  },
  {
    name: 'an error inside of a choice, whole',
    report: 'xyOz-dev/Saturn!43',
    response: whole(
      { content: '' },
      { finish_reason: 'error', error: { code: 502, message: 'Provider BROKEN' } },
    ),
    told: { failure: 'Provider BROKEN' },
  },
  {
    name: 'no choices and an outcome beside them',
    report: 'UKGovernmentBEIS/inspect_ai!1536',
    response: {
      type: 'application/json',
      body: JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        choices: null,
        base_resp: { status_code: 1008, status_msg: 'insufficient balance BROKEN' },
      }),
    },
    told: { failure: 'insufficient balance BROKEN' },
  },
  {
    name: 'an end with a blank behind it',
    report: 'google-gemini/gemini-cli#29059',
    response: stream(`${WORDS}${chunk({}, 'stop')}data: [DONE] \n\n`),
    told: ANSWER,
  },
  {
    name: 'a last event without its blank line',
    report: 'openai/openai-node#2725',
    response: stream((WORDS + chunk({}, 'stop')).trimEnd()),
    told: ANSWER,
  },
]
