import { FINISH_REASONS } from '../../../../contract/chat/response.ts'
import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { expect, holds, unsupported, type Probe } from './probe.ts'
import { replyHeader, valueAt, type Reply } from './reply.ts'

/** The models and one response that isn't streamed. */
export const RESPONSE_PROBES: readonly Probe[] = [
  {
    name: 'The model list is an array of objects with IDs',
    request: 'models',
    isOptional: true,
    judge: (reply) => {
      const ids = modelIds(reply)
      const data = valueAt(reply.json, 'data')
      return expect(
        Array.isArray(data) && data.length > 0 && ids.length === data.length,
        `${ids.length} models.`,
        'data is not an array of objects with IDs.',
      )
    },
  },
  {
    name: 'The model list has the object list',
    request: 'models',
    isOptional: true,
    judge: (reply) => sameAs(valueAt(reply.json, 'object'), 'list', 'object'),
  },
  {
    name: 'Each model has an ID of its own',
    request: 'models',
    isOptional: true,
    judge: (reply) => {
      const ids = modelIds(reply)
      const twice = ids.find((id, index) => ids.indexOf(id) !== index)
      return expect(twice === undefined, 'No ID stands twice.', `${twice} stands twice.`)
    },
  },
  {
    name: 'Models are objects of type model',
    request: 'models',
    isOptional: true,
    judge: (reply) => sameAs(valueAt(reply.json, 'data', 0, 'object'), 'model', 'data[0].object'),
  },
  {
    name: 'A response is JSON, with that content type',
    request: 'plain',
    judge: (reply) =>
      expect(
        reply.json !== undefined && /^application\/json\b/i.test(reply.contentType),
        reply.contentType,
        `The content type is ${reply.contentType || 'missing'}.`,
      ),
  },
  {
    name: 'A response has an ID',
    request: 'plain',
    judge: ({ json }) => textual(valueAt(json, 'id'), 'id'),
  },
  {
    name: 'Each response has an ID of its own',
    request: 'repeated',
    judge: ({ json }, { plain }) =>
      expect(
        valueAt(json, 'id') !== valueAt(plain?.json, 'id'),
        'Two responses have two IDs.',
        'Two responses have the same ID.',
      ),
  },
  {
    name: 'A response is a chat.completion',
    request: 'plain',
    judge: ({ json }) => sameAs(valueAt(json, 'object'), 'chat.completion', 'object'),
  },
  {
    name: 'created is a time in Unix seconds',
    request: 'plain',
    judge: ({ json }) => {
      const created = valueAt(json, 'created')
      return expect(
        typeof created === 'number' && Number.isInteger(created) && created > 1e9 && created < 1e10,
        `created is ${shown(created)}.`,
        `created is ${shown(created)}.`,
      )
    },
  },
  {
    name: 'A response names its model',
    request: 'plain',
    judge: ({ json }) => textual(valueAt(json, 'model'), 'model'),
  },
  {
    name: 'One choice with index 0',
    request: 'plain',
    judge: ({ json }) => {
      const choices = valueAt(json, 'choices')
      return expect(
        Array.isArray(choices) && choices.length === 1 && valueAt(choices, 0, 'index') === 0,
        'One choice, index 0.',
        `choices is ${shown(choices)}.`,
      )
    },
  },
  {
    name: 'The message is of the assistant, with text',
    request: 'plain',
    judge: (reply) => {
      const message = valueAt(reply.json, 'choices', 0, 'message')
      return expect(
        valueAt(message, 'role') === 'assistant' && contentOf(reply) !== undefined,
        'role is assistant, content is a string.',
        `message is ${shown(message)}.`,
      )
    },
  },
  {
    name: 'The finish reason is a documented one',
    request: 'plain',
    judge: (reply) => {
      const reason = finishOf(reply)
      return expect(
        FINISH_REASONS.some((known) => known === reason),
        `finish_reason is ${shown(reason)}.`,
        `finish_reason is ${shown(reason)}.`,
      )
    },
  },
  {
    name: 'Usage is counted in whole tokens',
    request: 'plain',
    judge: ({ json }) => {
      const counts = USAGE.map((name) => valueAt(json, 'usage', name))
      return expect(
        counts.every((count) => Number.isInteger(count) && Number(count) >= 0),
        `${shown(counts[0])} and ${shown(counts[1])} tokens.`,
        `usage is ${shown(valueAt(json, 'usage'))}.`,
      )
    },
  },
  {
    name: 'Total tokens are prompt and completion tokens',
    request: 'plain',
    judge: ({ json }) => addsUp(valueAt(json, 'usage')),
  },
  {
    name: 'The prompt counts as tokens',
    request: 'plain',
    judge: ({ json }) =>
      expect(
        Number(valueAt(json, 'usage', 'prompt_tokens')) > 0,
        'prompt_tokens is above 0.',
        `prompt_tokens is ${shown(valueAt(json, 'usage', 'prompt_tokens'))}.`,
      ),
  },
  {
    name: 'The cost stands in the response',
    request: 'plain',
    judge: ({ json }) => {
      const cost = valueAt(json, 'cost')
      if (cost === undefined || cost === null) return unsupported('The response has no cost.')
      const usd = valueAt(cost, 'usd')
      return expect(
        typeof usd === 'number' && microUsdFrom(usd) !== undefined && usd >= 0,
        `cost.usd is ${shown(usd)}.`,
        `cost is ${shown(cost)}.`,
      )
    },
  },
  {
    name: 'No log probabilities unless requested',
    request: 'plain',
    judge: ({ json }) => {
      const logprobs = valueAt(json, 'choices', 0, 'logprobs')
      return expect(
        logprobs === null || logprobs === undefined,
        'logprobs is null.',
        `logprobs is ${shown(logprobs)}.`,
      )
    },
  },
  {
    name: 'The same seed brings the same text',
    request: 'repeated',
    judge: (reply, { plain }) =>
      contentOf(reply) === (plain && contentOf(plain))
        ? holds('Two responses are the same.')
        : unsupported('Two responses differ: the seed does not fix them.'),
  },
  {
    name: 'A request ID can be read',
    request: 'plain',
    judge: (reply) => readable(reply, ['cf-ray', 'x-request-id', 'request-id'], 'No request ID'),
  },
  {
    name: 'Each response has the version of the API',
    request: 'repeated',
    judge: (_, replies) => {
      const all = Object.values(replies).flatMap((reply) =>
        reply?.status === undefined ? [] : [reply],
      )
      const missing = all.filter((reply) => replyHeader(reply, VERSION) === undefined).length
      if (missing === all.length)
        return unsupported('No version among the headers that a page may read.')
      return expect(
        missing === 0,
        `${VERSION} is in all of them.`,
        `${VERSION} is missing in ${missing} of ${all.length} responses.`,
      )
    },
  },
  {
    name: 'Rate limits can be read',
    request: 'plain',
    judge: (reply) =>
      readable(
        reply,
        ['x-ratelimit-remaining-requests', 'x-ratelimit-limit-requests'],
        'No rate limit',
      ),
  },
]

/** By its neutral name. */
const VERSION = 'x-vendor-version'

const USAGE = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const

/** Whether the parts of a usage are its total. */
export function addsUp(usage: JsonValue | undefined) {
  const [prompt, completion, total] = USAGE.map((name) => Number(valueAt(usage, name)))
  return expect(
    (prompt ?? 0) + (completion ?? 0) === total,
    `${prompt} + ${completion} = ${total}.`,
    `usage is ${shown(usage)}.`,
  )
}

/** The text of the first choice. */
export function contentOf({ json }: Reply): string | undefined {
  const content = valueAt(json, 'choices', 0, 'message', 'content')
  return typeof content === 'string' ? content : undefined
}

export function finishOf({ json }: Reply): JsonValue | undefined {
  return valueAt(json, 'choices', 0, 'finish_reason')
}

/** A value as it stands in a reason: JSON, shortened. */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

function sameAs(value: JsonValue | undefined, wanted: string, name: string) {
  return expect(value === wanted, `${name} is ${wanted}.`, `${name} is ${shown(value)}.`)
}

function textual(value: JsonValue | undefined, name: string) {
  return expect(
    typeof value === 'string' && value !== '',
    `${name} is ${shown(value)}.`,
    `${name} is ${shown(value)}.`,
  )
}

function modelIds({ json }: Reply): string[] {
  const data = valueAt(json, 'data')
  return (Array.isArray(data) ? data : []).flatMap((model) => {
    const id = isJsonObject(model) ? model['id'] : undefined
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}

function readable(reply: Reply, names: readonly string[], missing: string) {
  const name = names.find((one) => replyHeader(reply, one) !== undefined)
  return name === undefined
    ? unsupported(`${missing} among the headers that a page may read.`)
    : holds(`${name} is ${replyHeader(reply, name)}.`)
}
