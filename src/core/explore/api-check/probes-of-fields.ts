import { errorTextOf } from '../../../../contract/errors/error-text.ts'
import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { LATENCY_RUNS, type RequestName } from './check-requests.ts'
import { breaks, expect, holds, NO_CALL, otherwise, unsupported, type Probe } from './probe.ts'
import { contentOf, finishOf, shown } from './probes-of-a-response.ts'
import { valueAt, type Reply } from './reply.ts'

/** Nothing more is asked of it than that it is accepted, with a text. */
const accepted = (name: string, request: RequestName): Probe => ({
  name,
  request,
  isOptional: true,
  judge: (reply) =>
    expect(contentOf(reply) !== undefined, 'It is accepted.', 'The response has no text.'),
})

const limit = (name: string, request: RequestName): Probe => ({
  name,
  request,
  isOptional: true,
  judge: ({ json }) => {
    const tokens = valueAt(json, 'usage', 'completion_tokens')
    return expect(
      typeof tokens === 'number' && tokens <= 4,
      `${shown(tokens)} of at most 4 tokens.`,
      `${shown(tokens)} tokens, at most 4 were allowed.`,
    )
  },
})

/** What the fields of a request do. */
export const FIELD_PROBES: readonly Probe[] = [
  limit('max_completion_tokens limits the response', 'limit'),
  limit('max_tokens limits the response', 'old_limit'),
  {
    name: 'The finish reason at the limit is length',
    request: 'limit',
    isOptional: true,
    judge: (reply) =>
      finishOf(reply) === 'length'
        ? holds('finish_reason is length.')
        : finishOf(reply) === 'stop' &&
            Number(valueAt(reply.json, 'usage', 'completion_tokens')) < 4
          ? otherwise('The model ended before the limit.')
          : breaks(`finish_reason is ${shown(finishOf(reply))}.`),
  },
  {
    name: 'A stop sequence ends the response',
    request: 'stop',
    isOptional: true,
    judge: (reply) => {
      const text = contentOf(reply) ?? ''
      if (/gamma/.test(text)) return breaks(`The response is ${shown(text)}.`)
      return /beta/.test(text)
        ? holds('It ends before the sequence.')
        : otherwise(`The response is ${shown(text)}.`)
    },
  },
  {
    name: 'The finish reason of a stop sequence is stop',
    request: 'stop',
    isOptional: true,
    judge: (reply) =>
      expect(
        finishOf(reply) === 'stop',
        'finish_reason is stop.',
        `finish_reason is ${shown(finishOf(reply))}.`,
      ),
  },
  {
    name: 'n brings as many choices',
    request: 'choices',
    isOptional: true,
    judge: ({ json }) => {
      const choices = valueAt(json, 'choices')
      const indexes = (Array.isArray(choices) ? choices : []).map((one) => valueAt(one, 'index'))
      return expect(
        indexes.length === 2 && indexes.includes(0) && indexes.includes(1),
        'Two choices with indexes 0 and 1.',
        `The indexes are ${shown(indexes.filter((index) => index !== undefined))}.`,
      )
    },
  },
  {
    name: 'Log probabilities are 0 or below',
    request: 'logprobs',
    isOptional: true,
    judge: (reply) => {
      const tokens = logprobsOf(reply)
      return expect(
        tokens.length > 0 && tokens.every((token) => Number(valueAt(token, 'logprob')) <= 0),
        `${tokens.length} tokens.`,
        `logprobs is ${shown(valueAt(reply.json, 'choices', 0, 'logprobs'))}.`,
      )
    },
  },
  {
    name: 'top_logprobs brings as many alternatives',
    request: 'logprobs',
    isOptional: true,
    judge: (reply) => {
      const counts = logprobsOf(reply).map((token) => valueAt(token, 'top_logprobs'))
      return expect(
        counts.length > 0 && counts.every((one) => Array.isArray(one) && one.length === 2),
        'Two for each token.',
        `top_logprobs is ${shown(counts[0])}.`,
      )
    },
  },
  accepted('A system message is accepted', 'system'),
  accepted('A developer message is accepted', 'developer'),
  accepted('Text may come in parts', 'parts'),
  accepted('An image is accepted', 'image'),
  {
    name: 'A tool that is required is called',
    request: 'tool',
    isOptional: true,
    judge: (reply) => {
      const call = callOf(reply)
      if (call === undefined && contentOf(reply)) return NO_CALL
      return expect(
        valueAt(call, 'function', 'name') === 'get_weather' && valueAt(call, 'type') === 'function',
        'get_weather is called.',
        `The call is ${shown(call)}.`,
      )
    },
  },
  {
    name: 'A tool call has an ID',
    request: 'tool',
    isOptional: true,
    judge: (reply) => {
      const call = callOf(reply)
      if (call === undefined) return NO_CALL
      const id = valueAt(call, 'id')
      return expect(typeof id === 'string' && id !== '', `id is ${shown(id)}.`, 'id is missing.')
    },
  },
  {
    name: 'Tool arguments are JSON that fits the schema',
    request: 'tool',
    isOptional: true,
    judge: (reply) => {
      const call = callOf(reply)
      if (call === undefined) return NO_CALL
      const json = valueAt(call, 'function', 'arguments')
      return expect(
        typeof json === 'string' && typeof valueAt(readJson(json), 'city') === 'string',
        `The arguments are ${shown(json)}.`,
        `The arguments are ${shown(json)}.`,
      )
    },
  },
  {
    name: 'The finish reason of a call is tool_calls',
    request: 'tool',
    isOptional: true,
    judge: (reply) => {
      if (callOf(reply) === undefined) return NO_CALL
      return expect(
        finishOf(reply) === 'tool_calls',
        'finish_reason is tool_calls.',
        `finish_reason is ${shown(finishOf(reply))}.`,
      )
    },
  },
  {
    name: 'A tool result brings a response',
    request: 'tool_result',
    isOptional: true,
    judge: (reply) =>
      contentOf(reply)
        ? holds('The response has text.')
        : callOf(reply) === undefined
          ? breaks('The response has no text.')
          : otherwise('The model called a tool again.'),
  },
  {
    name: 'tool_choice none calls no tool',
    request: 'no_tool',
    isOptional: true,
    judge: (reply) =>
      expect(callOf(reply) === undefined, 'No call.', `There is ${shown(callOf(reply))}.`),
  },
  {
    name: 'A JSON schema is kept to',
    request: 'schema',
    isOptional: true,
    judge: (reply) => {
      if (finishOf(reply) === 'length') return otherwise(TOO_LONG)
      const value = readJson(contentOf(reply) ?? '')
      return expect(
        typeof valueAt(value, 'city') === 'string',
        `The response is ${shown(value)}.`,
        `The response is ${shown(contentOf(reply))}.`,
      )
    },
  },
  {
    name: 'json_object brings JSON',
    request: 'json',
    isOptional: true,
    judge: (reply) => {
      if (finishOf(reply) === 'length') return otherwise(TOO_LONG)
      const value = readJson(contentOf(reply) ?? '')
      return expect(
        typeof value === 'object' && value !== null,
        `The response is ${shown(value)}.`,
        `The response is ${shown(contentOf(reply))}.`,
      )
    },
  },
]

const TOO_LONG = 'The response is longer than the check allows.'

/** A wrong request, and the statuses that say so. */
const rejected = (
  name: string,
  request: RequestName,
  statuses: readonly number[],
  isFree = false,
): Probe => ({
  name,
  request,
  wantsError: true,
  judge: ({ status = 0 }) =>
    statuses.includes(status)
      ? holds(`It is rejected with ${status}.`)
      : isFree && status < 300
        ? unsupported('The API accepts it.')
        : breaks(`The status is ${status}.`),
})

/** A request that must be refused for its key, before it costs. */
const keyed = (name: string, request: RequestName): Probe => ({
  name,
  request,
  wantsError: true,
  judge: ({ status = 0 }) =>
    [401, 402, 403].includes(status)
      ? holds(`It is rejected with ${status}.`)
      : status < 300
        ? breaks('It is accepted, and may be billed: the API takes any key.')
        : breaks(`The status is ${status}.`),
})

const errorShape = (
  name: string,
  judge: (reply: Reply, text: ReturnType<typeof errorTextOf>) => ReturnType<typeof holds>,
): Probe => ({
  name,
  request: 'no_messages',
  wantsError: true,
  judge: (reply) => judge(reply, errorTextOf(reply.json ?? reply.text, false)),
})

/** What wrong requests bring. */
export const ERROR_PROBES: readonly Probe[] = [
  rejected('An unknown model is rejected', 'unknown_model', [400, 404]),
  rejected('A request without messages is rejected', 'no_messages', [400, 422]),
  rejected('A temperature of 9 is rejected', 'high_temperature', [400, 422], true),
  rejected('An unknown role is rejected', 'wrong_role', [400, 422]),
  rejected('An unknown path is a 404', 'unknown_path', [404]),
  keyed('A request without a key is rejected', 'without_key'),
  keyed('A wrong key is rejected', 'wrong_key'),
  errorShape('Errors are JSON', ({ json, contentType }) =>
    expect(
      json !== undefined && /json/i.test(contentType),
      contentType,
      `The content type is ${contentType || 'missing'}.`,
    ),
  ),
  errorShape('Errors have a message', (_, { message }) =>
    expect(message !== undefined, shown(message), 'The message is missing.'),
  ),
  {
    name: 'Errors allow to be read by a page',
    request: 'unknown_model',
    wantsError: true,
    judge: ({ status }) =>
      expect(status !== undefined, 'The status can be read.', 'CORS hides errors.'),
  },
]

/** How evenly short requests are responded to. */
export const LATENCY_PROBES: readonly Probe[] = [
  {
    name: `${LATENCY_RUNS} short requests succeed`,
    request: `latency_${LATENCY_RUNS - 1}`,
    judge: (_, replies) => {
      const runs = latencies(replies)
      return expect(
        runs.length === LATENCY_RUNS,
        `${LATENCY_RUNS} of ${LATENCY_RUNS}.`,
        `${runs.length} of ${LATENCY_RUNS}.`,
      )
    },
  },
  {
    name: 'Short requests take about the same time',
    request: `latency_${LATENCY_RUNS - 1}`,
    judge: (_, replies) => {
      const runs = latencies(replies).toSorted((a, b) => a - b)
      const [middle = 0, late = 0] = [
        runs[Math.floor(runs.length / 2)],
        runs[Math.floor(runs.length * 0.95) - 1],
      ]
      const figures = `Half took up to ${Math.round(middle)} ms, 19 of 20 up to ${Math.round(late)} ms.`
      // What is over in a moment varies by more than it takes.
      return expect(late <= Math.max(4 * middle, 1_000), figures, figures)
    },
  },
]

function latencies(replies: Partial<Record<string, Reply>>): number[] {
  return Array.from({ length: LATENCY_RUNS }, (_, run) => replies[`latency_${run}`]).flatMap(
    (reply) => {
      const end = reply?.exchange.timing.end
      return reply?.status === 200 && end !== undefined ? [end] : []
    },
  )
}

function callOf({ json }: Reply): JsonValue | undefined {
  return valueAt(json, 'choices', 0, 'message', 'tool_calls', 0)
}

function logprobsOf({ json }: Reply): readonly JsonValue[] {
  const logprobs = valueAt(json, 'choices', 0, 'logprobs')
  const content = valueAt(logprobs, 'content')
  if (Array.isArray(content)) return content
  return logprobs === undefined || logprobs === null ? [] : [logprobs]
}
