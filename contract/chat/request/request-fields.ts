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
      meaning: 'A model id, a trait or a compatibility mapping; may carry feature suffixes.',
      required: true,
    },
  ),
  messages: structureField('a list of at least one message', {
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
      meaning: 'Higher is more varied, lower more exact. Change this or top_p, not both.',
    },
  ),
  top_p: numberField(
    { min: 0, max: 1 },
    {
      group: 'common',
      label: 'Nucleus sampling',
      meaning: 'Considers only the most likely tokens that make up this share.',
    },
  ),
  max_completion_tokens: integerField(
    {},
    {
      group: 'common',
      label: 'Most tokens',
      meaning: 'Upper bound on generated tokens, visible plus reasoning.',
    },
  ),
  stream: booleanField({
    group: 'common',
    label: 'Stream',
    meaning: 'Sends the answer as it is made; right for anything long.',
    default: false,
  }),
  stop: listField(
    'text',
    { maxItems: MAX_STOP_SEQUENCES },
    {
      group: 'common',
      label: 'Stop sequences',
      meaning: 'Generation ends before any of these texts.',
      default: null,
    },
  ),
  seed: integerField(
    { above: 0 },
    { group: 'common', label: 'Seed', meaning: 'The same seed asks for the same answer again.' },
  ),
  n: integerField(
    { min: 1 },
    {
      group: 'common',
      label: 'Choices',
      meaning: 'Number of answers; the cost is charged across all of them.',
      default: 1,
    },
  ),
  top_k: integerField(
    { min: 0 },
    { group: 'sampling', label: 'Top k', meaning: 'Considers only the k most likely tokens.' },
  ),
  min_p: numberField(
    { min: 0, max: 1 },
    {
      group: 'sampling',
      label: 'Least probability',
      meaning: 'Tokens below this probability are filtered out.',
    },
  ),
  min_temp: numberField(
    { min: 0, max: 2 },
    {
      group: 'sampling',
      label: 'Lowest temperature',
      meaning: 'Lower end of dynamic temperature scaling.',
    },
  ),
  max_temp: numberField(
    { min: 0, max: 2 },
    {
      group: 'sampling',
      label: 'Highest temperature',
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
      meaning: '1.0 is no penalty; higher discourages repetition.',
    },
  ),
  max_tokens: integerField(
    {},
    {
      group: 'limits',
      label: 'Most tokens (old name)',
      meaning: 'As max_completion_tokens; 0 or less is ignored.',
      deprecated: 'max_completion_tokens',
    },
  ),
  stop_token_ids: listField(
    'number',
    {},
    {
      group: 'limits',
      label: 'Stop token ids',
      meaning: 'Token ids at which generation stops.',
    },
  ),
  reasoning_effort: choiceField(REASONING_EFFORTS, {
    group: 'reasoning',
    label: 'Reasoning effort',
    meaning: 'How much to think; wins over reasoning.effort.',
  }),
  reasoning: structureField('effort, summary, enabled', {
    group: 'reasoning',
    label: 'Reasoning',
    meaning: 'Reasoning effort and summary.',
  }),
  verbosity: choiceField(VERBOSITIES, {
    group: 'output',
    label: 'Verbosity',
    meaning: 'How long the answer should be.',
  }),
  text: structureField('verbosity', {
    group: 'output',
    label: 'Text',
    meaning: 'OpenAI-compatible text configuration; holds a verbosity.',
  }),
  response_format: structureField('type and json_schema', {
    group: 'output',
    label: 'Response format',
    meaning: 'Asks for an answer that follows a JSON schema.',
  }),
  logprobs: booleanField({
    group: 'output',
    label: 'Log probabilities',
    meaning: 'Returns the log probability of each token; not supported by all models.',
  }),
  top_logprobs: integerField(
    { min: 0 },
    {
      group: 'output',
      label: 'Alternatives',
      meaning: 'How many likely alternatives to return per token; needs logprobs.',
    },
  ),
  stream_options: structureField('include_usage', {
    group: 'output',
    label: 'Stream options',
    meaning: 'include_usage asks for the token counts at the end of a stream.',
  }),
  include: listField(
    'text',
    {},
    {
      group: 'output',
      label: 'Include',
      meaning: 'OpenAI-compatible selector of additional data.',
    },
  ),
  tools: structureField('a list of function tools', {
    group: 'tools',
    label: 'Tools',
    meaning: 'Functions the model may ask you to call; only function tools are supported.',
  }),
  tool_choice: structureField('auto, required, none or one function', {
    group: 'tools',
    label: 'Tool choice',
    meaning: 'Whether, and which, tool must be called.',
  }),
  parallel_tool_calls: booleanField({
    group: 'tools',
    label: 'Parallel tool calls',
    meaning: 'Lets the model ask for several calls at once.',
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
    meaning: "Models to try instead; forwarded only for one provider's direct routes.",
  }),
  metadata: structureField('names and values', {
    group: 'advanced',
    label: 'Metadata',
    meaning: 'OpenAI-compatible tracking of requests.',
  }),
  user: textField({}, { group: 'advanced', label: 'User', meaning: 'Accepted and discarded.' }),
  store: booleanField({
    group: 'advanced',
    label: 'Store',
    meaning: 'Accepted for compatibility and not used.',
  }),
  vendor_parameters: structureField("the service's own parameters", {
    group: 'vendor',
    label: 'Vendor parameters',
    meaning: "The service's own parameters: web search, thinking, characters and more.",
  }),
} as const

export type ChatFieldName = keyof typeof chatFields
