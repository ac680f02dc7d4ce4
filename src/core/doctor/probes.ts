import { FINISH_REASONS } from '../../../contract/chat/response.ts'
import { errorTextOf } from '../../../contract/errors/error-body.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import * as look from './looks.ts'
import { textAt, valueAt } from './reply.ts'
import { LATENCY_RUNS, UNICODE, type RequestName } from './requests.ts'
import { breaks, holds, otherwise, unsupported, type Look, type Probe } from './verdict.ts'

const { all, each, is, matches, offered, rejected, saying, sendable, size, text, whole } = look

const SIWX = 'extensions.sign-in-with-x'
const MESSAGE = 'choices.0.message'
const CONTENT = `${MESSAGE}.content`
const FINISH = 'choices.0.finish_reason'
const LOGPROBS = 'choices.0.logprobs'

const string: Look = (value) => typeof value === 'string'
const accepted = saying(string, 'It is accepted.', 'The response has no text.')
const hasCity: Look = (json) =>
  typeof json === 'string' && typeof valueAt(readJson(json), 'city') === 'string'
const usd: Look = (value) =>
  typeof value === 'number' && value >= 0 && microUsdFrom(value) !== undefined
const pair = (tokens: JsonValue) => size(2)(valueAt(tokens, 'top_logprobs')) === true
const isMessage = saying(
  (body) => errorTextOf(body, false).message !== undefined,
  'There is one.',
  'The message is missing.',
)
const sameId = breaks('Two responses have the same ID.')
const sameText = holds('Both are the same.')
const otherSeed = unsupported('Two responses differ: the seed does not fix them.')
const NO_USAGE = 'No chunk has usage.'

/** Rows of the table: of an area and a request, each with a name, a path and what must be there. */
function of(
  area: string,
  request: RequestName,
  kind: Probe['kind'],
  rows: readonly (readonly [name: string, path: string, look: Look])[],
): Probe[] {
  return rows.map(([name, path, judge]) => ({ area, request, kind, name, path, look: judge }))
}

/** Everything that the doctor looks at, in the order in which it is shown. */
export const PROBES: readonly Probe[] = [
  ...of('Models', 'models', 'optional', [
    ['The model list is an array of objects with IDs', 'data', each(look.hasId)],
    ['The model list has the object list', 'object', is('list')],
    ['Each model has an ID of its own', 'data', look.distinctIds],
    ['Models are objects of type model', 'data.0.object', is('model')],
  ]),
  ...of('Models', 'traits', 'optional', [['Model traits name models', 'data', look.namesModels]]),
  ...of('Models', 'mapping', 'optional', [
    ['The compatibility mapping names models', 'data', look.namesModels],
  ]),
  ...of('Endpoints', 'takes_edit', 'any', [['Edits images', '', look.taken('/image/edit')]]),
  ...of('Endpoints', 'takes_images', 'any', [
    ['Generates images', '', look.taken('/images/generations')],
  ]),
  ...of('Endpoints', 'takes_embeddings', 'any', [
    ['Returns embeddings', '', look.taken('/embeddings')],
  ]),
  ...of('Endpoints', 'takes_speech', 'any', [
    ['Generates speech', '', look.taken('/audio/speech')],
  ]),
  ...of('Endpoints', 'takes_jobs', 'any', [['Queues jobs', '', look.taken('/video/queue')]]),
  ...of('Access', 'rate_limits', 'any', [['The key is accepted', '', look.keyAccepted]]),
  ...of('Access', 'rate_limits', 'optional', [
    ['Rate limits are listed per model', 'data.rateLimits', (value) => Array.isArray(value)],
  ]),
  ...of('Access', 'no_key', 'any', [
    ['Without a key, a request is rejected before it is read', '', look.keyFirst],
    ['A 402 offers ways to pay', 'accepts', look.of402(look.offers, true)],
    ['PAYMENT-REQUIRED has them too', '$paymentRequired.accepts', look.of402(look.headerOffers)],
    ['A sign-in challenge is for this API', `${SIWX}.info`, look.of402(look.forThisApi)],
    ['Its nonce can be signed', `${SIWX}.info.nonce`, look.of402(matches(/^[!-~]{8,128}$/))],
    ['It is for known networks', `${SIWX}.supportedChains`, look.of402(look.knownNetworks)],
  ]),
  ...of('Access', 'top_up', 'any', [
    ['A top-up without payment returns its terms', 'accepts', look.of402(look.offers, true)],
    ['A top-up takes USDC on a known network', 'accepts', look.of402(look.payable)],
  ]),
  ...of('Access', 'empty_balance', 'any', [
    ['An empty balance is a 402 with words', '', isMessage],
  ]),
  ...of('Pages', 'cors_key', 'any', [['Pages may send Authorization', '', sendable('cors_key')]]),
  ...of('Pages', 'cors_sign_in', 'any', [
    ['Pages may send SIGN-IN-WITH-X', '', sendable('cors_sign_in')],
  ]),
  ...of('Pages', 'cors_payment', 'any', [
    ['Pages may send PAYMENT-SIGNATURE', '', sendable('cors_payment')],
  ]),
  ...of('Pages', 'cors_encryption', 'any', [
    ['Pages may send encryption headers', '', sendable('cors_encryption')],
  ]),
  ...of('Pages', 'cors_custom', 'any', [
    ['Pages may send the headers of the connection', '', sendable('cors_custom')],
  ]),
  ...of('Pages', 'cors_read', 'any', [['Pages can read the headers they use', '', look.exposed]]),
  ...of('Responses', 'plain', undefined, [
    ['A response is JSON, with that content type', '', look.jsonType],
    ['A response has an ID', 'id', text],
    ['A response is a chat.completion', 'object', is('chat.completion')],
    ['created is a time in Unix seconds', 'created', whole(1e9, 1e10)],
    ['A response names its model', 'model', text],
    ['One choice with index 0', 'choices', all({ '': size(1), '0.index': is(0) })],
    [
      'The message is of the assistant, with text',
      MESSAGE,
      all({ role: is('assistant'), content: string }),
    ],
    ['The finish reason is a documented one', FINISH, is(...FINISH_REASONS)],
    [
      'Usage is counted in whole tokens',
      'usage',
      all({ prompt_tokens: whole(), completion_tokens: whole(), total_tokens: whole() }),
    ],
    ['Total tokens are prompt and completion tokens', 'usage', look.addsUp],
    ['The prompt counts as tokens', 'usage.prompt_tokens', whole(1)],
    ['The cost stands in the response', 'cost', offered(all({ usd }), 'The response has no cost.')],
    ['No log probabilities unless requested', LOGPROBS, look.absent],
    ['A request ID can be read', '', look.readable(['cf-ray', 'x-request-id', 'request-id'])],
    [
      'Rate limits can be read',
      '',
      look.readable(['x-ratelimit-remaining-requests', 'x-ratelimit-limit-requests']),
    ],
  ]),
  ...of('Responses', 'repeated', undefined, [
    [
      'Each response has an ID of its own',
      'id',
      look.likeIn('plain', 'id', sameId, holds('It has.')),
    ],
    [
      'The same seed brings the same text',
      CONTENT,
      look.likeIn('plain', CONTENT, sameText, otherSeed),
    ],
    ['Each response has the version of the API', '', look.versioned],
  ]),
  ...of('Streams', 'stream', undefined, [
    ['A stream is text/event-stream', '$type', is('text/event-stream')],
    ['Each line belongs to an event', '$stream.strayLines', is(0)],
    ['Each event ends with an empty line', '$stream', all({ isCut: is(false), events: whole(1) })],
    ['Each event is JSON', '$stream.notJson', is(0)],
    ['The stream ends with [DONE]', '$stream.isDone', is(true)],
    ['Nothing follows [DONE]', '$stream.afterDone', offered(is(0), '[DONE] is missing.')],
    [
      'Chunks are chat.completion.chunk',
      '$stream.objects',
      all({ '': size(1), 0: is('chat.completion.chunk') }),
    ],
    ['All chunks have the same ID', '$stream.ids', all({ '': size(1), 0: text })],
    ['All chunks name the same model', '$stream.models', all({ '': size(1), 0: text })],
    ['The first piece has the role', '$stream.role', is('assistant')],
    ['One chunk has the finish reason', '$stream.finishReasons', size(1)],
    ['No text follows the finish reason', '$stream.late', is(0)],
    [
      'Usage is in the stream when requested',
      '$stream.usage',
      offered((value) => isJsonObject(value), NO_USAGE),
    ],
    ['Streamed usage adds up', '$stream.usage', offered(look.addsUp, NO_USAGE)],
    [
      'A stream has the text of the whole response',
      '$stream.text',
      (value, about) =>
        value === ''
          ? breaks('The stream has no text.')
          : look.likeIn('plain', CONTENT, sameText, otherwise('They differ.'))(value, about),
    ],
  ]),
  ...of('Streams', 'unicode', undefined, [
    ['Text arrives in pieces', '$stream', look.inPieces],
    ['No character is split between pieces', '$stream.text', look.wholeCharacters(UNICODE)],
  ]),
  ...of('Streams', 'after_cancel', undefined, [
    ['A request works after a canceled stream', CONTENT, accepted],
  ]),
  ...of('Streams', 'tool_stream', 'optional', [
    [
      'Pieces of a tool call join to JSON',
      '$stream',
      (value, about) =>
        valueAt(value, 'call.arguments') === '' && valueAt(value, 'text') !== ''
          ? look.NO_CALL
          : all({
              'call.arguments': hasCity,
              'call.ids': whole(1),
              'call.name': is('get_weather'),
            })(value, about),
    ],
  ]),
  ...of('Fields', 'limit', 'optional', [
    ['max_completion_tokens limits the response', 'usage.completion_tokens', whole(0, 4)],
    [
      'The finish reason at the limit is length',
      FINISH,
      (value, { reply }) =>
        value === 'stop' && Number(valueAt(reply.json, 'usage.completion_tokens')) < 4
          ? otherwise('The model ended before the limit.')
          : value === 'length',
    ],
  ]),
  ...of('Fields', 'old_limit', 'optional', [
    ['max_tokens limits the response', 'usage.completion_tokens', whole(0, 4)],
  ]),
  ...of('Fields', 'stop', 'optional', [
    [
      'A stop sequence ends the response',
      CONTENT,
      (value) =>
        /gamma/.test(textAt(value))
          ? breaks('The response has the sequence.')
          : /beta/.test(textAt(value))
            ? holds('It ends before the sequence.')
            : otherwise('The response has other words.'),
    ],
    ['The finish reason of a stop sequence is stop', FINISH, is('stop')],
  ]),
  ...of('Fields', 'choices', 'optional', [
    [
      'n brings as many choices',
      'choices',
      (value) =>
        Array.isArray(value) &&
        value.length === 2 &&
        [0, 1].every((index) => value.some((choice) => valueAt(choice, 'index') === index)),
    ],
  ]),
  ...of('Fields', 'logprobs', 'optional', [
    [
      'Log probabilities are 0 or below',
      LOGPROBS,
      look.tokens((token) => Number(valueAt(token, 'logprob')) <= 0),
    ],
    ['top_logprobs brings as many alternatives', LOGPROBS, look.tokens(pair)],
  ]),
  ...of('Fields', 'system', 'optional', [['A system message is accepted', CONTENT, accepted]]),
  ...of('Fields', 'developer', 'optional', [
    ['A developer message is accepted', CONTENT, accepted],
  ]),
  ...of('Fields', 'parts', 'optional', [['Text may come in parts', CONTENT, accepted]]),
  ...of('Fields', 'image', 'optional', [['An image is accepted', CONTENT, accepted]]),
  ...of('Fields', 'tool', 'optional', [
    [
      'A tool that is required is called',
      MESSAGE,
      look.called(all({ 'function.name': is('get_weather'), type: is('function') })),
    ],
    ['A tool call has an ID', MESSAGE, look.called(all({ id: text }))],
    [
      'Tool arguments are JSON that fits the schema',
      MESSAGE,
      look.called(all({ 'function.arguments': hasCity })),
    ],
    [
      'The finish reason of a call is tool_calls',
      MESSAGE,
      look.called((_, { reply }) => valueAt(reply.json, FINISH) === 'tool_calls'),
    ],
  ]),
  ...of('Fields', 'tool_result', 'optional', [
    [
      'A tool result brings a response',
      MESSAGE,
      (value) =>
        valueAt(value, 'content')
          ? holds('The response has text.')
          : valueAt(value, 'tool_calls.0') === undefined
            ? breaks('The response has no text.')
            : otherwise('The model called a tool again.'),
    ],
  ]),
  ...of('Fields', 'no_tool', 'optional', [
    ['tool_choice none calls no tool', `${MESSAGE}.tool_calls.0`, look.absent],
  ]),
  ...of('Fields', 'schema', 'optional', [
    ['A JSON schema is kept to', CONTENT, look.jsonText('city', 'string')],
  ]),
  ...of('Fields', 'json', 'optional', [
    ['json_object brings JSON', CONTENT, look.jsonText('', 'object')],
  ]),
  ...of('Errors', 'unknown_model', 'any', [
    ['An unknown model is rejected', '', rejected([400, 404])],
    ['Errors allow to be read by a page', '$status', whole()],
  ]),
  ...of('Errors', 'no_messages', 'any', [
    ['A request without messages is rejected', '', rejected([400, 422])],
    ['Errors are JSON', '', look.jsonType],
    ['Errors have a message', '', isMessage],
  ]),
  ...of('Errors', 'high_temperature', 'any', [
    ['A temperature of 9 is rejected', '', rejected([400, 422], true)],
  ]),
  ...of('Errors', 'wrong_role', 'any', [['An unknown role is rejected', '', rejected([400, 422])]]),
  ...of('Errors', 'unknown_path', 'any', [['An unknown path is a 404', '', rejected([404])]]),
  ...of('Errors', 'without_key', 'any', [['A request without a key is rejected', '', look.keyed]]),
  ...of('Errors', 'wrong_key', 'any', [['A wrong key is rejected', '', look.keyed]]),
  ...of('Speed', `latency_${LATENCY_RUNS - 1}`, undefined, [
    [`${LATENCY_RUNS} short requests succeed`, '', look.succeeded],
    ['Short requests take about the same time', '', look.even],
  ]),
]
