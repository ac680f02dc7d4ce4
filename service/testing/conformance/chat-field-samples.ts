import type { ChatFieldName } from '../../../contract/chat/request/request-fields.ts'
import type { FieldSamples } from './field-samples.ts'

const TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } }
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
const FALLBACK = { model: 'sandbox-fast' }
const TWO_TO_TWO = { takes: [-2, 0, 0.5, 2], refuses: [-2.01, 2.01, '1', null] }
const NOUGHT_TO_TWO = { takes: [0, 0.7, 2], refuses: [-0.01, 2.01, '1', null] }
const NOUGHT_TO_ONE = { takes: [0, 0.5, 1], refuses: [-0.01, 1.01, '1', null] }
const NOT_BOOLEAN = ['true', 1, null]
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Every field of a chat request (contract, "Chat completion request"). */
export const CHAT_FIELD_SAMPLES: Readonly<Record<ChatFieldName, FieldSamples>> = {
  messages: {
    says: 'required; a list of at least one message',
    takes: [[{ role: 'user', content: 'Hi' }]],
    refuses: [[], 'Hi', {}, [{ role: 'robot', content: 'Hi' }]],
  },
  model: {
    says: 'required; text: an id, a trait or a compatibility mapping, with or without suffixes',
    takes: ['sandbox-chat', 'default', 'gpt-4o', 'sandbox-chat:enable_web_citations=true'],
    refuses: ['', 1, null, ['sandbox-chat']],
  },
  frequency_penalty: { says: 'number from -2 to 2, 0 when absent', ...TWO_TO_TWO },
  presence_penalty: { says: 'number from -2 to 2, 0 when absent', ...TWO_TO_TWO },
  logprobs: { says: 'true or false', takes: [true, false], refuses: NOT_BOOLEAN },
  top_logprobs: {
    says: 'integer, at least 0',
    takes: [0, 5],
    refuses: [-1, 1.5, '1'],
    beside: { logprobs: true },
  },
  max_completion_tokens: {
    says: 'integer: upper bound of generated tokens',
    takes: [1, 100],
    refuses: [1.5, '10', null],
  },
  max_tokens: {
    says: 'integer, the older name; 0 and less are taken and ignored',
    takes: [1, 0, -5],
    refuses: [1.5, '10'],
  },
  max_temp: { says: 'number from 0 to 2', ...NOUGHT_TO_TWO },
  min_temp: { says: 'number from 0 to 2', ...NOUGHT_TO_TWO },
  temperature: { says: 'number from 0 to 2', ...NOUGHT_TO_TWO },
  top_p: { says: 'number from 0 to 1', ...NOUGHT_TO_ONE },
  top_k: { says: 'integer, at least 0', takes: [0, 40], refuses: [-1, 0.5, '1'] },
  min_p: { says: 'number from 0 to 1', ...NOUGHT_TO_ONE },
  repetition_penalty: { says: 'number, at least 0', takes: [0, 1, 1.2, 9], refuses: [-0.01, '1'] },
  n: { says: 'integer, 1 when absent', takes: [1, 2], refuses: [1.5, '1', null] },
  seed: { says: 'integer greater than 0', takes: [1, 4_000_000], refuses: [0, -1, 1.5, '1'] },
  stop: {
    says: 'one text or a list of up to 4, null when absent',
    takes: [null, 'x', ['a', 'b', 'c', 'd'], []],
    refuses: [['a', 'b', 'c', 'd', 'e'], 1, [1]],
  },
  stop_token_ids: { says: 'a list of numbers', takes: [[], [1, 2]], refuses: [1, ['1'], null] },
  stream: { says: 'true or false, false when absent', takes: [true, false], refuses: NOT_BOOLEAN },
  stream_options: {
    says: 'an object; include_usage is true or false',
    takes: [{}, { include_usage: true }, { include_usage: false }],
    refuses: [{ include_usage: 'yes' }, 'x', []],
  },
  prompt_cache_key: { says: 'text', takes: ['a'], refuses: [1, null] },
  prompt_cache_retention: {
    says: 'one of default, extended, 24h',
    takes: ['default', 'extended', '24h'],
    refuses: ['12h', '', 24],
  },
  reasoning: {
    says: 'an object with effort and summary',
    takes: [{}, { effort: 'low' }, { effort: 'high', summary: 'auto' }],
    refuses: [{ effort: 'huge' }, { summary: 1 }, 'high'],
  },
  reasoning_effort: {
    says: 'one of none, minimal, low, medium, high, xhigh, max',
    takes: EFFORTS,
    refuses: ['huge', '', 1],
  },
  verbosity: {
    says: 'one of low, medium, high, auto',
    takes: ['low', 'medium', 'high', 'auto'],
    refuses: ['loud', 1],
  },
  text: {
    says: 'an object with verbosity',
    takes: [{}, { verbosity: 'low' }],
    refuses: [{ verbosity: 'loud' }, 'low'],
  },
  include: { says: 'a list of texts', takes: [[], ['x']], refuses: ['x', [1]] },
  metadata: { says: 'an object', takes: [{}, { a: 'b' }], refuses: ['x', [], 1] },
  user: { says: 'text', takes: ['someone'], refuses: [1, {}] },
  anon_user_id: {
    says: '1 to 128 characters of printable ASCII, without ||',
    takes: ['a', 'a b|c', 'x'.repeat(128)],
    refuses: ['', 'x'.repeat(129), 'a||b', 'ä', 'a\n', 1],
    isFurther: true,
  },
  store: { says: 'true or false', takes: [true, false], refuses: NOT_BOOLEAN },
  fallbacks: {
    says: 'a list of up to 10 objects, each with a model',
    takes: [[], Array.from({ length: 10 }, () => FALLBACK)],
    refuses: [Array.from({ length: 11 }, () => FALLBACK), [{}], [{ model: 1 }], 'x'],
  },
  parallel_tool_calls: {
    says: 'true or false, true when absent',
    takes: [true, false],
    refuses: NOT_BOOLEAN,
  },
  response_format: {
    says: 'an object: type json_schema and a json_schema with type, properties and required',
    takes: [{ type: 'json_schema', json_schema: SCHEMA }, { type: 'json_object' }],
    refuses: [{ type: 'json_schema' }, { type: 'xml' }, 'json', []],
  },
  tool_choice: {
    says: 'an object with type and function.name, or a word',
    takes: [{ type: 'function', function: { name: 'f' } }, 'auto', 'none', 'required'],
    refuses: [{ type: 'function' }, { type: 'function', function: { name: 'g' } }, 'maybe', 1],
    beside: { tools: [TOOL] },
  },
  tools: {
    says: 'a list of function tools, or null',
    takes: [null, [], [TOOL]],
    refuses: [[{ type: 'code_interpreter' }], [{ type: 'function' }], 'f', {}],
  },
  vendor_parameters: {
    says: "an object with the service's own parameters",
    takes: [{}, { enable_web_search: 'off' }],
    refuses: ['x', [], 1],
  },
}
