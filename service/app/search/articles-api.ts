import type { Article } from './article.ts'

/** The API itself. `docs.vendor.example` is a reserved name: these texts exist only here. */
export const API_ARTICLES: readonly Article[] = [
  {
    title: 'Streaming chat completions',
    url: 'https://docs.vendor.example/streaming',
    date: '2026-11-20',
    content:
      'With stream set to true, a chat completion arrives as server-sent events: deltas for each choice, a finish reason, one chunk with usage and cost, and data: [DONE]. A stream without a finish reason for every choice was cut.',
  },
  {
    title: 'Web search in chat completions',
    url: 'https://docs.vendor.example/web-search',
    date: '2026-11-20',
    content:
      'enable_web_search is off, on or auto; in auto the model decides whether to search. Each search is billed. With enable_web_citations the answer cites its sources by number, as in [REF]0[/REF], and web_search_citations lists them. Web scraping and X search bypass the standard web search.',
  },
  {
    title: 'Prompt caching',
    url: 'https://docs.vendor.example/prompt-caching',
    date: '2026-11-20',
    content:
      'A prompt that begins like an earlier one is cheaper: cached_tokens counts what was read from the prompt cache, cache_creation_input_tokens what was written to it. cache_control marks a content part as the end of a prefix worth caching, and prompt_cache_key is a routing hint that raises the hit rate.',
  },
  {
    title: 'Reasoning models and effort',
    url: 'https://docs.vendor.example/reasoning',
    date: '2026-11-20',
    content:
      'Reasoning models think before they answer and return it as reasoning_content. reasoning_effort goes from none to max and takes precedence over reasoning.effort. Reasoning tokens are charged as output. disable_thinking turns thinking off.',
  },
  {
    title: 'Tools and function calling',
    url: 'https://docs.vendor.example/tools',
    date: '2026-11-20',
    content:
      'A model that calls a function answers with tool_calls and the finish reason tool_calls. The caller runs the function and sends a message of role tool with the same tool_call_id. tool_choice forces a tool, forbids tools or leaves the choice to the model; parallel_tool_calls allows several calls at once.',
  },
  {
    title: 'Structured output with a JSON schema',
    url: 'https://docs.vendor.example/structured-output',
    date: '2026-11-20',
    content:
      'response_format of type json_schema asks for an answer that follows a JSON schema, and json_object for any JSON object. A limit on tokens can cut the JSON short: check that the finish reason is stop before parsing.',
  },
  {
    title: 'Rate limits and retries',
    url: 'https://docs.vendor.example/rate-limits',
    date: '2026-11-20',
    content:
      'Text models have tiers XS, S, M and L, each with requests and tokens per minute. A 429 names the reset in x-ratelimit-reset-requests. Retry 429, 500 and 503 with exponential backoff. More than 20 failed requests in 30 seconds block a caller for 30 seconds.',
  },
  {
    title: 'Models, traits and suffixes',
    url: 'https://docs.vendor.example/models',
    date: '2026-11-20',
    content:
      'The model of a request may be an id, a trait such as default or fastest, or the id of another vendor that a compatibility mapping knows. Suffixes such as :enable_web_search=on set vendor parameters in the model name and win over the object.',
  },
  {
    title: 'Wallet credit and top-up',
    url: 'https://docs.vendor.example/wallet',
    date: '2026-11-20',
    content:
      'A wallet can pay without an account: sign in with SIGN-IN-WITH-X, top up at least $5 of USDC on Base or Solana by POST /x402/top-up with PAYMENT-SIGNATURE, and every request is charged to that credit. Each signed payment is credited once.',
  },
]
