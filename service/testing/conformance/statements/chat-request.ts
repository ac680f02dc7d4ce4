import { CHAT_FIELD_SAMPLES } from '../chat-field-samples.ts'
import { listedIn } from '../field-samples.ts'
import { from, stated, type Section } from '../statement.ts'

const fields = from('service/testing/conformance/fields.test.ts', 'the chat field')
const absent = from('service/testing/conformance/response.test.ts', 'not sent means')
const chat = from('service/app/inference/chat/chat.test.ts', 'a chat completion')
const ending = from('service/app/inference/chat/chat-parameters.test.ts', 'ending an answer')
const sampling = from('service/app/inference/chat/chat-parameters.test.ts', 'sampling')
const unsupported = from(
  'service/app/inference/chat/chat-parameters.test.ts',
  'fields that a model does not support',
)
const compatible = from(
  'service/app/inference/chat/chat-parameters.test.ts',
  'fields for compatibility',
)
const verbosity = from('service/app/inference/chat/chat-parameters.test.ts', 'verbosity')
const tools = from('service/app/inference/chat/chat-parameters.test.ts', 'tools')
const cache = from('service/app/inference/chat/prompt-caching.test.ts', 'the prompt cache')
const reasoning = from('service/app/inference/chat/reasoning.test.ts', 'reasoning')
const fallbacks = from('service/app/inference/chat/routing.test.ts', 'fallbacks')
const way = from('service/app/inference/chat/routing.test.ts', 'the way to a model')
const validation = from('service/app/http/errors.test.ts', 'validation')

/** Every field of the table, with its limits. */
const limits = listedIn(CHAT_FIELD_SAMPLES).map(([name, { says }]) =>
  stated(
    `\`${name}\`: ${says}.`,
    fields(
      `${name} takes what the contract allows`,
      `${name} is refused outside its limits`,
      `${name} may be absent unless it is required`,
    ),
  ),
)

/** What the fields do. */
const effects = [
  stated('The body is JSON.', validation('answers 415 for anything but JSON')),
  stated(
    '`messages` may be of the five kinds user, assistant, tool, system and developer.',
    from('service/testing/conformance/messages.test.ts', 'a message from')(
      'user takes what the contract allows',
      'assistant takes what the contract allows',
      'tool takes what the contract allows',
      'system takes what the contract allows',
      'developer takes what the contract allows',
    ),
  ),
  stated(
    '`model` may be an id, a trait or a compatibility mapping.',
    chat('resolves the model name default to sandbox-chat'),
    chat('resolves the model name fastest to sandbox-fast'),
    chat('resolves the model name gpt-4o-mini to sandbox-fast'),
    way('gpt-4o is told as mapping=gpt-4o'),
  ),
  stated(
    '`model` may carry suffixes.',
    chat(
      'resolves the model name sandbox-chat:enable_web_search=on&strip_thinking_response=true to sandbox-chat',
    ),
  ),
  stated('`frequency_penalty` is 0 when absent.', absent('for frequency_penalty the same as 0')),
  stated('`presence_penalty` is 0 when absent.', absent('for presence_penalty the same as 0')),
  stated(
    'The penalties make repetition rarer.',
    sampling('varies less with top_k, top_p and min_p, and more with penalties'),
    from(
      'service/app/sandbox/sampler.test.ts',
      'the sampler',
    )('repeats less with penalties, and more with negative ones'),
  ),
  stated(
    '`logprobs` is not supported by all models.',
    chat('reports one log probability per token, sorted alternatives, and none unasked'),
    unsupported('logprobs is refused with 400'),
  ),
  stated(
    '`max_completion_tokens` bounds what is generated, reasoning included.',
    chat('stops at the limit with finish_reason length'),
    from('service/testing/conformance/effects.test.ts')(
      'the token limit counts reasoning and answer together',
    ),
  ),
  stated(
    '`max_tokens` gives way to `max_completion_tokens`; 0 and less leave the default of the model.',
    ending('takes the older limit, ignores it at 0 or below, and prefers the newer one'),
  ),
  stated(
    '`min_temp` and `max_temp` are the ends of dynamic temperature scaling.',
    from(
      'service/app/sandbox/sampler.test.ts',
      'the sampler',
    )('follows the entropy between min_temp and max_temp'),
  ),
  stated(
    '`temperature` makes the answer more varied.',
    sampling('words the answer more variedly the higher the temperature'),
  ),
  stated(
    '`top_p`, `top_k` and `min_p` narrow what is considered.',
    from(
      'service/app/sandbox/sampler.test.ts',
      'the sampler',
    )('keeps within top_k, top_p and min_p'),
  ),
  stated(
    '`repetition_penalty` of 1.0 is none; above, repetition is discouraged.',
    from('service/testing/conformance/effects.test.ts')(
      'a repetition penalty of 1 changes nothing',
    ),
    from(
      'service/app/sandbox/sampler.test.ts',
      'the sampler',
    )('repeats less with penalties, and more with negative ones'),
  ),
  stated('`n` is 1 when absent.', absent('for n the same as 1')),
  stated('`n` choices are all charged.', chat('gives n choices and charges all of them')),
  stated(
    '`seed` makes an answer reproducible.',
    chat('is the same for the same request and seed, and another for another seed'),
  ),
  stated('`stop` is null when absent.', absent('for stop the same as null')),
  stated(
    '`stop` ends the answer, as one text or several.',
    chat('ends before a stop sequence'),
    ending('ends before a stop text, given alone or in a list'),
  ),
  stated(
    '`stop_token_ids` ends the answer at a token.',
    ending('ends before a token with one of the ids, which are the bytes that logprobs report'),
  ),
  stated('`stream` is false when absent.', absent('for stream the same as false')),
  stated(
    '`prompt_cache_key` raises the hit rate of the prompt cache.',
    cache('takes prompt_cache_key as its place: short prompts too, and another key misses'),
  ),
  stated(
    '`prompt_cache_retention` of extended and 24h keeps prompts for 24 hours.',
    from('service/testing/conformance/effects.test.ts')(
      'a longer retention keeps a prompt for 24 hours',
    ),
    cache('is counted in a stream too, and takes every retention of the contract'),
  ),
  stated(
    '`reasoning_effort` wins over `reasoning.effort`.',
    reasoning('grows with every effort, and reasoning_effort wins'),
  ),
  stated(
    '`verbosity` and `text.verbosity` make the answer shorter or longer.',
    verbosity('makes the answer shorter or longer, from either place, the first one winning'),
  ),
  stated(
    '`include`, `metadata`, `user` and `store` are accepted for compatibility.',
    compatible('are accepted, and the report says what becomes of them'),
  ),
  stated(
    '`fallbacks` count only for the direct routes of one provider.',
    fallbacks(
      'answer in the place of a busy model on the direct routes, and the headers say so',
      'are ignored for models that are not on the direct routes, and for other failures',
    ),
  ),
  stated(
    '`parallel_tool_calls` is true when absent; false allows one call at a time.',
    absent('for parallel_tool_calls the same as true'),
    tools('are called by name, several at once unless that is forbidden'),
  ),
  stated(
    '`response_format` of type json_schema makes the answer follow a schema.',
    chat('answers JSON of a schema, in both places the schema may stand'),
    from(
      'service/app/inference/chat/chat-parameters.test.ts',
      'a JSON object',
    )('follows a flat schema that has a member called schema'),
  ),
  stated(
    '`tool_choice` forces one function.',
    chat('calls the forced tool with arguments of its schema, then uses the result'),
  ),
  stated('`tools` may only be functions.', fields('tools is refused outside its limits')),
  stated(
    'Fields that are not listed may be passed through.',
    chat('passes on unknown fields, as the echo shows'),
  ),
]

export const CHAT_REQUEST: Section = {
  title: 'Chat completion request',
  statements: [...limits, ...effects],
}
