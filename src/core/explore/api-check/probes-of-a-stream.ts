import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { UNICODE } from './check-requests.ts'
import {
  breaks,
  expect,
  holds,
  NO_CALL,
  otherwise,
  unsupported,
  type Probe,
  type Verdict,
} from './probe.ts'
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
  {
    name: 'Text arrives in pieces',
    request: 'unicode',
    judge: (unicode, { stream: reply = unicode }) => {
      const { pieces, span, last } = arrival(reply)
      if (pieces <= 1) return breaks('All text came in one piece.')
      // A page that was busy once reads what waited for it at once.
      if ([reply, unicode].every((one) => arrival(one).isTogether))
        return breaks(`${pieces} pieces came together after ${last} ms: the stream is buffered.`)
      return span < AT_ONCE_MS
        ? holds(`${pieces} pieces within ${span} ms, too quick to show a buffer.`)
        : holds(`${pieces} pieces over ${span} ms.`)
    },
  },
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
    judge: (reply, { plain }) => {
      const streamed = piecesOf(eventText(reply.text).chunks).join('')
      if (streamed === '') return breaks('The stream has no text.')
      return streamed === (plain && contentOf(plain))
        ? holds('Both are the same.')
        : otherwise('They differ.')
    },
  },
  {
    name: 'No character is split between pieces',
    request: 'unicode',
    judge: (reply) => {
      const text = piecesOf(eventText(reply.text).chunks).join('')
      if (
        text.includes('\uFFFD') ||
        MISREAD.test(text) ||
        /(?:^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
      )
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
      if (json === '' && piecesOf(chunks).length > 0) return NO_CALL
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

/** What the characters asked for look like where UTF-8 was read as Latin-1. */
const MISREAD = /Ã¼|æ¼¢|Ã±/

/** What arrives within so many ms arrives at once. */
const AT_ONCE_MS = 50
/** A wait that a person notices, ms: what is over sooner needs no stream. */
const NOTICED_MS = 200

/** How the text of a stream arrived: its pieces, ms from the first to the last, and whether as a whole. */
function arrival(reply: Reply) {
  const { text, arrivals } = reply
  const pieces = piecesOf(eventText(text).chunks).length
  const last = Math.round(arrivals.at(-1) ?? 0)
  const span = Math.round((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0))
  const isFew = arrivals.length <= Math.max(2, pieces / 4)
  return { pieces, span, last, isTogether: last >= NOTICED_MS && span < AT_ONCE_MS && isFew }
}

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
