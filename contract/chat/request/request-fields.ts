import {
  booleanField,
  choiceField,
  integerField,
  listField,
  numberField,
  structureField,
  textField,
} from '../../field-rule.ts'

/** At most four stop sequences and ten fallbacks (contract, "Other constants"). */
export const MAX_STOP_SEQUENCES = 4
export const MAX_FALLBACKS = 10

/** The reasoning efforts, weakest first. */
export const REASONING_EFFORTS = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

export const VERBOSITIES = ['low', 'medium', 'high', 'auto'] as const

/**
 * Every field of the body of `POST /chat/completions` (contract, "Chat completion request"). This
 * one table is what validation, the settings form and the documentation are made from; what lists
 * and structures hold is in `request-structures.ts`.
 */
export const chatFields = {
  model: textField(
    { minLength: 1 },
    {
      group: 'common',
      label: 'Model',
      meaning: 'A model ID, trait or compatibility mapping. May include feature suffixes.',
      required: true,
    },
  ),
  messages: structureField('an array of at least one message', {
    group: 'common',
    label: 'Messages',
    meaning: 'The conversation so far, of user, assistant, tool, system and developer messages.',
    required: true,
  }),
  temperature: numberField(
    { min: 0, max: 2 },
    {
      group: 'common',
      label: 'Temperature',
      meaning:
        'Higher values make output more random, lower values more focused. Set this or top_p, not both.',
    },
  ),
  top_p: numberField(
    { min: 0, max: 1 },
    {
      group: 'common',
      label: 'Top P',
      meaning:
        'Nucleus sampling: considers only the tokens within this probability mass. Set this or temperature, not both.',
    },
  ),
  max_completion_tokens: integerField(
    {},
    {
      group: 'common',
      label: 'Max tokens',
      meaning: 'Upper bound on tokens generated, including reasoning tokens.',
    },
  ),
  stream: booleanField({
    group: 'common',
    label: 'Stream',
    meaning: 'Streams the response as server-sent events as it is generated.',
    default: false,
  }),
  stop: listField(
    'text',
    { maxItems: MAX_STOP_SEQUENCES },
    {
      group: 'common',
      label: 'Stop sequences',
      meaning: 'Sequences that stop generation. They are not included in the output.',
      default: null,
    },
  ),
  seed: integerField(
    { above: 0 },
    {
      group: 'common',
      label: 'Seed',
      meaning:
        'Best-effort determinism: the same seed and parameters should return the same result.',
    },
  ),
  n: integerField(
    { min: 1 },
    {
      group: 'common',
      label: 'Number of choices',
      meaning: 'How many completions to generate. You pay for the tokens of all of them.',
      default: 1,
    },
  ),
  top_k: integerField(
    { min: 0 },
    { group: 'sampling', label: 'Top K', meaning: 'Considers only the K most likely tokens.' },
  ),
  min_p: numberField(
    { min: 0, max: 1 },
    {
      group: 'sampling',
      label: 'Min P',
      meaning: 'Filters out tokens with a probability below this value.',
    },
  ),
  min_temp: numberField(
    { min: 0, max: 2 },
    {
      group: 'sampling',
      label: 'Min temperature',
      meaning: 'Lower end of dynamic temperature scaling.',
    },
  ),
  max_temp: numberField(
    { min: 0, max: 2 },
    {
      group: 'sampling',
      label: 'Max temperature',
      meaning: 'Upper end of dynamic temperature scaling.',
    },
  ),
  frequency_penalty: numberField(
    { min: -2, max: 2 },
    {
      group: 'sampling',
      label: 'Frequency penalty',
      meaning: 'Positive values discourage tokens the more often they have appeared.',
      default: 0,
    },
  ),
  presence_penalty: numberField(
    { min: -2, max: 2 },
    {
      group: 'sampling',
      label: 'Presence penalty',
      meaning: 'Positive values discourage tokens that have appeared at all.',
      default: 0,
    },
  ),
  repetition_penalty: numberField(
    { min: 0 },
    {
      group: 'sampling',
      label: 'Repetition penalty',
      meaning: '1.0 means no penalty. Higher values discourage repetition.',
    },
  ),
  max_tokens: integerField(
    {},
    {
      group: 'limits',
      label: 'Max tokens (deprecated)',
      meaning: 'Use max_completion_tokens instead. Values of 0 or less are ignored.',
      deprecated: 'max_completion_tokens',
    },
  ),
  stop_token_ids: listField(
    'number',
    {},
    {
      group: 'limits',
      label: 'Stop token IDs',
      meaning: 'Token IDs at which generation stops.',
    },
  ),
  reasoning_effort: choiceField(REASONING_EFFORTS, {
    group: 'reasoning',
    label: 'Reasoning effort',
    meaning: 'How much the model reasons before responding. Overrides reasoning.effort.',
  }),
  reasoning: structureField('effort, summary, enabled', {
    group: 'reasoning',
    label: 'Reasoning',
    meaning: 'Reasoning effort and summary.',
  }),
  verbosity: choiceField(VERBOSITIES, {
    group: 'output',
    label: 'Verbosity',
    meaning: 'How long the response should be.',
  }),
  text: structureField('verbosity', {
    group: 'output',
    label: 'Text',
    meaning: 'OpenAI-compatible text configuration. Contains verbosity.',
  }),
  response_format: structureField('type and json_schema', {
    group: 'output',
    label: 'Response format',
    meaning: 'Format of the response: text, JSON, or JSON that follows a schema.',
  }),
  logprobs: booleanField({
    group: 'output',
    label: 'Logprobs',
    meaning: 'Returns the log probability of each token. Not supported by all models.',
  }),
  top_logprobs: integerField(
    { min: 0 },
    {
      group: 'output',
      label: 'Top logprobs',
      meaning: 'Number of most likely tokens to return per position. Requires logprobs.',
    },
  ),
  stream_options: structureField('include_usage', {
    group: 'output',
    label: 'Stream options',
    meaning: 'include_usage adds token counts at the end of the stream.',
  }),
  include: listField(
    'text',
    {},
    {
      group: 'output',
      label: 'Include',
      meaning: 'Additional data to include in the response (OpenAI-compatible).',
    },
  ),
  tools: structureField('an array of function tools', {
    group: 'tools',
    label: 'Tools',
    meaning: 'Functions the model can call. Only function tools are supported.',
  }),
  tool_choice: structureField('auto, required, none or one function', {
    group: 'tools',
    label: 'Tool choice',
    meaning: 'Controls which tool, if any, the model calls.',
  }),
  parallel_tool_calls: booleanField({
    group: 'tools',
    label: 'Parallel tool calls',
    meaning: 'Lets the model make several tool calls at once.',
    default: true,
  }),
  prompt_cache_key: textField(
    {},
    {
      group: 'advanced',
      label: 'Prompt cache key',
      meaning: 'Routing hint that raises the hit rate of the prompt cache.',
    },
  ),
  prompt_cache_retention: choiceField(['default', 'extended', '24h'], {
    group: 'advanced',
    label: 'Prompt cache retention',
    meaning: 'extended and 24h keep the cached prompt for 24 hours on supported models.',
  }),
  fallbacks: structureField(`up to ${MAX_FALLBACKS} of { model }`, {
    group: 'advanced',
    label: 'Fallbacks',
    meaning: "Fallback models. Only forwarded on one provider's direct routes, ignored otherwise.",
  }),
  metadata: structureField('key-value pairs', {
    group: 'advanced',
    label: 'Metadata',
    meaning: 'Key-value pairs attached to the request.',
  }),
  user: textField({}, { group: 'advanced', label: 'User', meaning: 'Accepted and discarded.' }),
  store: booleanField({
    group: 'advanced',
    label: 'Store',
    meaning: 'Accepted for compatibility, not used.',
  }),
  vendor_parameters: structureField('provider-specific parameters', {
    group: 'vendor',
    label: 'Vendor parameters',
    meaning: 'Provider-specific parameters: web search, reasoning, characters and more.',
  }),
} as const

export type ChatFieldName = keyof typeof chatFields
