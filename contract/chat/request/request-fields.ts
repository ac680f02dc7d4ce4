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

      required: true,
    },
  ),
  messages: structureField('an array of at least one message', {
    group: 'common',
    label: 'Messages',

    required: true,
  }),
  temperature: numberField({ min: 0, max: 2 }, { group: 'common', label: 'Temperature' }),
  top_p: numberField({ min: 0, max: 1 }, { group: 'common', label: 'Top P' }),
  max_completion_tokens: integerField({}, { group: 'common', label: 'Max tokens' }),
  stream: booleanField({
    group: 'common',
    label: 'Stream',

    default: false,
  }),
  stop: listField(
    'text',
    { maxItems: MAX_STOP_SEQUENCES },
    {
      group: 'common',
      label: 'Stop sequences',

      default: null,
    },
  ),
  seed: integerField({ above: 0 }, { group: 'common', label: 'Seed' }),
  n: integerField(
    { min: 1 },
    {
      group: 'output',
      label: 'Number of choices',

      default: 1,
    },
  ),
  top_k: integerField({ min: 0 }, { group: 'sampling', label: 'Top K' }),
  min_p: numberField({ min: 0, max: 1 }, { group: 'sampling', label: 'Min P' }),
  min_temp: numberField({ min: 0, max: 2 }, { group: 'sampling', label: 'Min temperature' }),
  max_temp: numberField({ min: 0, max: 2 }, { group: 'sampling', label: 'Max temperature' }),
  frequency_penalty: numberField(
    { min: -2, max: 2 },
    {
      group: 'sampling',
      label: 'Frequency penalty',

      default: 0,
    },
  ),
  presence_penalty: numberField(
    { min: -2, max: 2 },
    {
      group: 'sampling',
      label: 'Presence penalty',

      default: 0,
    },
  ),
  repetition_penalty: numberField({ min: 0 }, { group: 'sampling', label: 'Repetition penalty' }),
  max_tokens: integerField(
    {},
    {
      group: 'limits',
      label: 'Max tokens (deprecated)',

      deprecated: 'max_completion_tokens',
    },
  ),
  stop_token_ids: listField('number', {}, { group: 'limits', label: 'Stop token IDs' }),
  reasoning_effort: choiceField(REASONING_EFFORTS, {
    group: 'reasoning',
    label: 'Reasoning effort',
  }),
  reasoning: structureField('effort, summary, enabled', { group: 'reasoning', label: 'Reasoning' }),
  verbosity: choiceField(VERBOSITIES, { group: 'output', label: 'Verbosity' }),
  text: structureField('verbosity', { group: 'output', label: 'Text' }),
  response_format: structureField('type and json_schema', {
    group: 'output',
    label: 'Response format',
  }),
  logprobs: booleanField({ group: 'output', label: 'Logprobs' }),
  top_logprobs: integerField({ min: 0 }, { group: 'output', label: 'Top logprobs' }),
  stream_options: structureField('include_usage', { group: 'output', label: 'Stream options' }),
  include: listField('text', {}, { group: 'output', label: 'Include' }),
  tools: structureField('an array of function tools', { group: 'tools', label: 'Tools' }),
  tool_choice: structureField('auto, required, none or one function', {
    group: 'tools',
    label: 'Tool choice',
  }),
  parallel_tool_calls: booleanField({
    group: 'tools',
    label: 'Parallel tool calls',

    default: true,
  }),
  prompt_cache_key: textField({}, { group: 'advanced', label: 'Prompt cache key' }),
  prompt_cache_retention: choiceField(['default', 'extended', '24h'], {
    group: 'advanced',
    label: 'Prompt cache retention',
  }),
  fallbacks: structureField(`up to ${MAX_FALLBACKS} of { model }`, {
    group: 'advanced',
    label: 'Fallbacks',
  }),
  metadata: structureField('key-value pairs', { group: 'advanced', label: 'Metadata' }),
  user: textField({}, { group: 'advanced', label: 'User' }),
  anon_user_id: textField(
    {
      minLength: 1,
      maxLength: 128,
      pattern: { of: /^(?!.*\|\|)[\x20-\x7E]*$/, words: 'printable ASCII without ||' },
    },
    { group: 'advanced', label: 'Anonymous user ID' },
  ),
  store: booleanField({ group: 'advanced', label: 'Store' }),
  vendor_parameters: structureField('provider-specific parameters', {
    group: 'vendor',
    label: 'Vendor parameters',
  }),
} as const

export type ChatFieldName = keyof typeof chatFields
