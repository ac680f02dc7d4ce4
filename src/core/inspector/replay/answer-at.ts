import { emptyAnswer, type Answer } from '../../../../contract/chat/answer.ts'
import { servedModel } from '../../../../contract/headers/response-facts.ts'
import { neutralHeaderName } from '../../../../contract/provider-name.ts'
import { decrypted } from '../../client/e2ee/decrypted-events.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { withEvents } from '../../client/stream/answer-events.ts'

/** An answer as it stood after so many events. */
export interface AnswerPoint {
  events: number
  answer: Answer
  /** Present once an event said that the stream failed; no later event changes the answer. */
  failure?: string
}

/** Events are worked off in steps of this size, each a point to start from when going back. */
const STEP = 200

type Streamed = Pick<Exchange, 'events' | 'providerName' | 'headers'>

/**
 * A way to ask what the answer of an exchange looked like after its first `count` events, opened where
 * this page opened them. Points on
 * the way are kept, so that moving about in a long stream stays quick in both directions.
 */
export function answerReplay({
  events,
  providerName,
  headers,
}: Streamed): (count: number) => AnswerPoint {
  const context = { providerName, nowMs: 0 }
  const served = servedModel(
    headers.map(([name, value]) => [neutralHeaderName(name, providerName), value]),
  )
  const start: Answer = { ...emptyAnswer, ...(served === undefined ? {} : { served }) }
  const points: AnswerPoint[] = [{ events: 0, answer: start }]

  const advance = (point: AnswerPoint, count: number): AnswerPoint => {
    if (point.failure !== undefined) return { ...point, events: count }
    const { answer, failure } = withEvents(
      point.answer,
      events.slice(point.events, count).map(decrypted),
      context,
    )
    return { events: count, answer, ...(failure === undefined ? {} : { failure: failure.message }) }
  }
  return (count) => {
    const wanted = Math.max(0, Math.min(count, events.length))
    const step = Math.floor(wanted / STEP)
    for (let index = points.length; index <= step; index += 1) {
      const before = points[index - 1]
      if (before !== undefined) points[index] = advance(before, index * STEP)
    }
    const point = points[step] ?? { events: 0, answer: start }
    return point.events === wanted ? point : advance(point, wanted)
  }
}
