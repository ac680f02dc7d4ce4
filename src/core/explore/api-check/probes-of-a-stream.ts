import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { UNICODE } from './check-requests.ts'
import { breaks, expect, holds, otherwise, unsupported, type Probe, type Verdict } from './probe.ts'
import { addsUp, contentOf, shown } from './probes-of-a-response.ts'
import { eventText, valueAt, type EventText, type Reply } from './reply.ts'

/** A probe of the streamed response. */
const stream = (name: string, judge: (events: EventText, reply: Reply) => Verdict): Probe => ({
  name,
  request: 'stream',
  judge: (reply) => judge(eventText(reply.text), reply),
})

/** How streams are framed, and what their chunks hold. */
export const STREAM_PROBES: readonly Probe[] = [
  stream('A stream is text/event-stream', (_, { contentType }) =>
    expect(
      /^text\/event-stream\b/i.test(contentType),
      contentType,
      `The content type is ${contentType || 'missing'}.`,
    ),
  ),
  stream('Each line belongs to an event', ({ strayLine }) =>
    expect(
      strayLine === undefined,
      'No other lines.',
      `There is ${shown(strayLine?.slice(0, 80))}.`,
    ),
  ),
  stream('Each event ends with an empty line', ({ isCut, data }) =>
    expect(!isCut && data.length > 0, `${data.length} events.`, 'The last event does not end.'),
  ),
  stream('Each event is JSON', ({ data, chunks }) => {
    const wrong = data[chunks.findIndex((chunk) => chunk === undefined)]
    return expect(wrong === undefined, `${data.length} events.`, `There is ${shown(wrong)}.`)
  }),
  stream('The stream ends with [DONE]', ({ isDone }) =>
    expect(isDone, '[DONE] ends it.', '[DONE] is missing.'),
  ),
  stream('Nothing follows [DONE]', ({ isDone, afterDone }) =>
    isDone
      ? expect(afterDone.length === 0, 'Nothing follows.', `${shown(afterDone[0])} follows.`)
      : unsupported('[DONE] is missing.'),
  ),
  stream('Chunks are chat.completion.chunk', ({ chunks }) => {
    const wrong = chunks.find((chunk) => valueAt(chunk, 'object') !== 'chat.completion.chunk')
    return expect(
      wrong === undefined,
      'All of them.',
      `object is ${shown(valueAt(wrong, 'object'))}.`,
    )
  }),
  stream('All chunks have the same ID', ({ chunks }) => {
    const ids = new Set(chunks.map((chunk) => valueAt(chunk, 'id')))
    return expect(
      ids.size === 1 && typeof [...ids][0] === 'string',
      'One ID.',
      `There are ${ids.size} IDs: ${shown([...ids][0])}.`,
    )
  }),
  stream('All chunks name the same model', ({ chunks }) => {
    const models = new Set(chunks.map((chunk) => valueAt(chunk, 'model')))
    return expect(
      models.size === 1 && typeof [...models][0] === 'string',
      'One model.',
      `model is ${[...models].map(shown).join(' and ')}.`,
    )
  }),
  stream('The first piece has the role', ({ chunks }) => {
    const first = chunks.find((chunk) => valueAt(chunk, 'choices', 0, 'delta') !== undefined)
    const role = valueAt(first, 'choices', 0, 'delta', 'role')
    return expect(role === 'assistant', 'role is assistant.', `role is ${shown(role)}.`)
  }),
  stream('Text arrives in pieces', ({ chunks }) => {
    const pieces = piecesOf(chunks).length
    return pieces > 1 ? holds(`${pieces} pieces.`) : breaks('All text came in one piece.')
  }),
  stream('One chunk has the finish reason', ({ chunks }) => {
    const reasons = chunks.flatMap((chunk) => {
      const reason = valueAt(chunk, 'choices', 0, 'finish_reason')
      return reason === undefined || reason === null ? [] : [reason]
    })
    return expect(
      reasons.length === 1,
      `finish_reason is ${shown(reasons[0])}.`,
      `There are ${reasons.length} finish reasons.`,
    )
  }),
  stream('No text follows the finish reason', ({ chunks }) => {
    const end = chunks.findIndex((chunk) => {
      const reason = valueAt(chunk, 'choices', 0, 'finish_reason')
      return reason !== undefined && reason !== null
    })
    const late = end < 0 ? [] : piecesOf(chunks.slice(end + 1))
    return expect(late.length === 0, 'None.', `${shown(late[0])} follows.`)
  }),
  stream('Usage is in the stream when requested', ({ chunks }) => {
    const usage = usageOf(chunks)
    return usage === undefined
      ? unsupported('No chunk has usage.')
      : holds(`usage is ${shown(usage)}.`)
  }),
  stream('Streamed usage adds up', ({ chunks }) => {
    const usage = usageOf(chunks)
    return usage === undefined ? unsupported('No chunk has usage.') : addsUp(usage)
  }),
  {
    name: 'A stream has the text of the whole response',
    request: 'stream',
    judge: (reply, { plain }) =>
      piecesOf(eventText(reply.text).chunks).join('') === (plain && contentOf(plain))
        ? holds('Both are the same.')
        : otherwise('They differ.'),
  },
  {
    name: 'No character is split between pieces',
    request: 'unicode',
    judge: (reply) => {
      const text = piecesOf(eventText(reply.text).chunks).join('')
      if (text.includes('\uFFFD') || /(?:^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text))
        return breaks(`There is ${shown(text)}.`)
      return text.includes(UNICODE)
        ? holds('All characters came whole.')
        : otherwise(`The response is ${shown(text)}.`)
    },
  },
  {
    name: 'A request works after a canceled stream',
    request: 'after_cancel',
    judge: (reply) =>
      expect(contentOf(reply) !== undefined, 'It does.', 'The next response has no text.'),
  },
  {
    name: 'Pieces of a tool call join to JSON',
    request: 'tool_stream',
    isOptional: true,
    judge: (reply) => {
      const { chunks } = eventText(reply.text)
      const calls = chunks.map((chunk) => valueAt(chunk, 'choices', 0, 'delta', 'tool_calls', 0))
      const json = calls.map((call) => text(valueAt(call, 'function', 'arguments'))).join('')
      if (json === '' && piecesOf(chunks).length > 0) return otherwise('The model called no tool.')
      return expect(
        typeof valueAt(readJson(json), 'city') === 'string' &&
          calls.some((call) => text(valueAt(call, 'id')) !== '') &&
          calls.some((call) => valueAt(call, 'function', 'name') === 'get_weather'),
        `The arguments are ${shown(json)}.`,
        `The calls are ${shown(calls.filter((call) => call !== undefined))}.`,
      )
    },
  },
]

/** The pieces of text of the first choice. */
function piecesOf(chunks: EventText['chunks']): string[] {
  return chunks.flatMap((chunk) => {
    const piece = text(valueAt(chunk, 'choices', 0, 'delta', 'content'))
    return piece === '' ? [] : [piece]
  })
}

function usageOf(chunks: EventText['chunks']): JsonValue | undefined {
  return chunks
    .map((chunk) => valueAt(chunk, 'usage'))
    .findLast((usage) => usage !== undefined && usage !== null)
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
