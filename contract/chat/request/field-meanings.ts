import type { FieldTable } from '../../field-rule.ts'
import { chatFields, type ChatFieldName } from './request-fields.ts'
import { vendorFields, type VendorParameterName } from './vendor-parameters.ts'

/*
 * What each field of a chat request does. The sentences are apart from the tables of the fields,
 * which a page needs before anybody asks for them.
 */

type Meanings<Name extends string> = Readonly<Record<Name, { meaning: string }>>

const chatMeanings: Meanings<ChatFieldName> = {
  model: { meaning: 'A model ID, trait or compatibility mapping. May include feature suffixes.' },
  messages: {
    meaning: 'The conversation so far, of user, assistant, tool, system and developer messages.',
  },
  temperature: {
    meaning:
      'Higher values make output more random, lower values more focused. Set this or top_p, not both.',
  },
  top_p: {
    meaning:
      'Nucleus sampling: considers only the tokens within this probability mass. Set this or temperature, not both.',
  },
  max_completion_tokens: {
    meaning: 'Upper bound on tokens generated, including reasoning tokens.',
  },
  stream: { meaning: 'Streams the response as server-sent events as it is generated.' },
  stop: { meaning: 'Sequences that stop generation. They are not included in the output.' },
  seed: {
    meaning: 'Best-effort determinism: the same seed and parameters should return the same result.',
  },
  n: { meaning: 'How many completions to generate. You pay for the tokens of all of them.' },
  top_k: { meaning: 'Considers only the K most likely tokens.' },
  min_p: { meaning: 'Filters out tokens with a probability below this value.' },
  min_temp: { meaning: 'Lower end of dynamic temperature scaling.' },
  max_temp: { meaning: 'Upper end of dynamic temperature scaling.' },
  frequency_penalty: {
    meaning: 'Positive values discourage tokens the more often they have appeared.',
  },
  presence_penalty: { meaning: 'Positive values discourage tokens that have appeared at all.' },
  repetition_penalty: { meaning: '1.0 means no penalty. Higher values discourage repetition.' },
  max_tokens: { meaning: 'Use max_completion_tokens instead. Values of 0 or less are ignored.' },
  stop_token_ids: { meaning: 'Token IDs at which generation stops.' },
  reasoning_effort: {
    meaning: 'How much the model reasons before responding. Overrides reasoning.effort.',
  },
  reasoning: { meaning: 'Reasoning effort and summary.' },
  verbosity: { meaning: 'How long the response should be.' },
  text: { meaning: 'OpenAI-compatible text configuration. Contains verbosity.' },
  response_format: {
    meaning: 'Format of the response: text, JSON, or JSON that follows a schema.',
  },
  logprobs: { meaning: 'Returns the log probability of each token. Not supported by all models.' },
  top_logprobs: {
    meaning: 'Number of most likely tokens to return per position. Requires logprobs.',
  },
  stream_options: { meaning: 'include_usage adds token counts at the end of the stream.' },
  include: { meaning: 'Additional data to include in the response. The API may remove it unread.' },
  tools: { meaning: 'Functions the model can call. Only function tools are supported.' },
  tool_choice: { meaning: 'Controls which tool, if any, the model calls.' },
  parallel_tool_calls: { meaning: 'Lets the model make several tool calls at once.' },
  prompt_cache_key: { meaning: 'Routing hint that raises the hit rate of the prompt cache.' },
  prompt_cache_retention: {
    meaning: 'extended and 24h keep the cached prompt for 24 hours on supported models.',
  },
  fallbacks: {
    meaning: "Fallback models. Only forwarded on one provider's direct routes, ignored otherwise.",
  },
  metadata: { meaning: 'Key-value pairs attached to the request. The API may remove them unread.' },
  user: {
    meaning: 'Accepted and discarded, but an API may count failed requests for each user apart.',
  },
  anon_user_id: { meaning: 'Identifies a user of yours without naming anyone.' },
  store: { meaning: 'Accepted for compatibility and discarded.' },
  vendor_parameters: {
    meaning: 'Provider-specific parameters: web search, reasoning, characters and more.',
  },
}

const vendorMeanings: Meanings<VendorParameterName> = {
  character_slug: { meaning: 'Public ID of a character persona to respond as.' },
  strip_thinking_response: {
    meaning: 'Removes <think></think> blocks from the response (models with the legacy tags).',
  },
  disable_thinking: {
    meaning: 'Turns thinking off on supported reasoning models and strips think blocks.',
  },
  enable_e2ee: {
    meaning:
      'Encrypts user and system messages in this browser; earlier responses stay plain text. E2EE models only. Default: not encrypted.',
  },
  enable_web_search: {
    meaning: 'Searches the web. With auto the model decides. Searches are billed.',
  },
  enable_web_scraping: {
    meaning:
      'Fetches up to 5 URLs found in the user message, instead of searching. Billed per page.',
  },
  enable_x_search: {
    meaning: "Uses the model provider's own search on supported models, instead of web search.",
  },
  enable_web_citations: {
    meaning: 'With web search, the model cites its sources as [REF]0[/REF].',
  },
  include_search_results_in_stream: {
    meaning: 'Experimental: sends the search results as the first chunk of a stream.',
  },
  return_search_results_as_documents: {
    meaning: 'Returns search results as a tool call named vendor_web_search_documents.',
  },
  include_vendor_system_prompt: {
    meaning: "Puts the provider's system prompt before yours. Set to false to remove it.",
  },
}

/** The fields of the body of a chat request with their meanings. */
export const describedChatFields = described(chatFields, chatMeanings)

/** The members of `vendor_parameters` with their meanings. */
export const describedVendorFields = described(vendorFields, vendorMeanings)

function described(table: FieldTable, meanings: Meanings<string>): FieldTable {
  return Object.fromEntries(
    Object.entries(table).map(([name, rule]) => [name, { ...rule, ...meanings[name] }]),
  )
}
