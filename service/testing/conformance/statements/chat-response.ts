import { from, open, stated, type Section } from '../statement.ts'

const answer = from(
  'service/testing/conformance/response.test.ts',
  'a chat answer has, and has no other than,',
)
const chat = from('service/app/inference/chat/chat.test.ts', 'a chat completion')
const stream = from('service/app/inference/chat/chat.test.ts', 'a streamed answer')
const every = from('service/app/auth/guard-over-http.test.ts', 'every answer')
const wallet = from('service/app/money/payments/wallet.test.ts', 'a wallet from nothing')

export const CHAT_RESPONSE: Section = {
  title: 'POST /chat/completions and its answer',
  statements: [
    stated('200 with a JSON body.', chat('has the contract’s shape, headers, usage and cost')),
    stated(
      '`id`, `object` chat.completion, `created` in Unix seconds, `model`.',
      answer('the members of the contract'),
    ),
    stated(
      '`usage` has completion, prompt and total tokens; details of reasoning and of the cache where there are any.',
      answer('the members of usage'),
    ),
    stated(
      '`prompt_tokens_details` tells what was read from and written to the cache.',
      from(
        'service/app/inference/chat/prompt-caching.test.ts',
        'the prompt cache',
      )('writes up to a marked part, then reads it, at the prices of the model'),
    ),
    stated(
      '`choices` has more than one when n is.',
      chat('gives n choices and charges all of them'),
    ),
    stated('`cost` has `diem` and `usd`, both at least 0.', answer('the members of the contract')),
    stated(
      '`cost` is what the ledger takes.',
      from(
        'service/app/inference/chat/chat.test.ts',
        'the ledger behind it',
      )('takes exactly the cost that the answers declare'),
    ),
    stated('`prompt_logprobs` is null or an object.', answer('the members of the contract')),
    stated(
      '`vendor_parameters` echoes every parameter in force: eight booleans and `enable_web_search`.',
      from(
        'service/app/inference/chat/routing.test.ts',
        'the echo',
      )('has every required member, and drops what is unknown'),
    ),
    stated(
      'The echo has `character_slug` and `web_search_citations` where there are any; each has title, url and further texts.',
      answer('the citations of a web search'),
    ),
    stated(
      'A choice has `finish_reason`, `index`, `logprobs`, `message` and `stop_reason`.',
      answer('the members of a choice'),
    ),
    stated(
      '`finish_reason` is stop, length or tool_calls; `stop_reason` stop, length or null.',
      answer('the finish reasons stop, length and tool_calls'),
    ),
    stated(
      '`logprobs` is null, or has token, logprob, bytes and top_logprobs.',
      answer('the log probabilities of the contract, beside the list that other clients read'),
    ),
    stated(
      'The message has reasoning text and records on models that return them.',
      answer('the reasoning of a model that returns it'),
      from(
        'service/app/inference/chat/reasoning.test.ts',
        'reasoning',
      )('streams as reasoning_content, then its records, then the answer'),
    ),
    stated(
      'The message has content or tool calls.',
      chat('calls the forced tool with arguments of its schema, then uses the result'),
    ),
    stated(
      '`Accept-Encoding` of gzip or br compresses the answer unless it is a stream; `Content-Encoding` says so.',
      every('is compressed as the client likes it, unless it is a stream'),
      from('service/app/http/encoding.test.ts')(
        'for Accept-Encoding "gzip" the answer is gzip',
        'for Accept-Encoding "gzip, deflate, br" the answer is br',
      ),
    ),
    stated(
      '`X-Balance-Remaining` tells a wallet, and nobody else, what remains after the request.',
      wallet('chats, and is told what remains after the request'),
      from('service/testing/conformance/effects.test.ts')(
        'a key is not told what a wallet would be',
      ),
    ),
    stated(
      'A stream begins with the search results when asked to.',
      from(
        'service/app/inference/search/web-search.test.ts',
        'search results in a stream',
      )('are the first chunk when that is asked for, and absent otherwise'),
    ),
    stated(
      '`stream_options` can ask for usage.',
      from('service/app/inference/chat/openai-client.test.ts')('streams, with usage at the end'),
    ),
    stated(
      'Compatible with OpenAI clients.',
      from('service/app/inference/chat/openai-client.test.ts')(
        'lists models',
        'chats',
        'runs a tool, its helper joining the pieces of the call',
        'tells errors by their classes, with status, code and request body',
        'sees an error inside a stream as an error',
      ),
    ),
    open(
      'A stream is server-sent events of chat.completion.chunk, ends with usage and cost and then `[DONE]`.',
      stream(
        'sends role, deltas, finish, counts with cost, and the end',
        'says the same as the answer that is not streamed',
        'sends a tool call in pieces that join to JSON',
      ),
    ),
    open(
      'A failure inside a stream is an event with `error`, then the end.',
      stream('tells an error inside the stream, then ends it'),
    ),
    open(
      'A client that leaves is charged for what was generated.',
      stream('charges a client that went away for what was generated, and stops generating'),
    ),
  ],
}
