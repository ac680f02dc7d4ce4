import { withChunk, type Answer, type AnswerChoice } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import { chatCompletionChunkSchema, STREAM_END } from '../../../../contract/chat/stream-chunk.ts'
import { readStreamError } from '../../../../contract/errors/read-stream-error.ts'
import type { ServiceError } from '../../../../contract/errors/service-error.ts'
import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { neutralBody } from '../../../../contract/provider-body.ts'
import { z } from '../../../../contract/zod.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'

interface StreamContext {
  providerName: string
  /** `CF-RAY` of the answer. */
  requestId: string | undefined
  /** Unix ms. */
  now: number
}

/**
 * The answer with a batch of events added. An event that carries an error ends it: what came before
 * is kept. Events that are not understood are left to the inspector.
 */
export function withEvents(
  answer: Answer,
  events: readonly StreamEventRecord[],
  { providerName, requestId, now }: StreamContext,
): { answer: Answer; failure?: ServiceError } {
  let state = answer
  for (const record of events) {
    if (record.data === STREAM_END) continue
    const value = eventValue(record)
    if (value === undefined) continue
    const failure = readStreamError(value, now, requestId)
    if (failure) return { answer: state, failure }
    const chunk = z.safeParse(chatCompletionChunkSchema, neutralBody(value, providerName))
    if (!chunk.success) continue
    state = withChunk(state, chunk.data)
    state = withMark(state, 'firstToken', record.at, hasOutput)
    state = withMark(state, 'firstContent', record.at, hasContent)
  }
  return { answer: state }
}

/** The answer with the time of something that it now holds for the first time. */
function withMark(
  answer: Answer,
  mark: 'firstToken' | 'firstContent',
  at: number,
  isReached: (answer: Answer) => boolean,
): Answer {
  if (answer.timing[mark] !== undefined || !isReached(answer)) return answer
  return { ...answer, timing: { ...answer.timing, [mark]: at } }
}

/** An event named `error` is one whatever its data: an object, or bare text. */
function eventValue({ event, data }: StreamEventRecord): JsonValue | undefined {
  const value = readJson(data)
  if (event !== 'error') return value
  const hasError = typeof value === 'object' && value !== null && 'error' in value
  return hasError ? value : { error: value ?? { message: data.slice(0, 2000) } }
}

function hasOutput({ choices }: Answer): boolean {
  return choices.some((choice) => choice.reasoning !== '' || choiceHasContent(choice))
}

function hasContent({ choices }: Answer): boolean {
  return choices.some(choiceHasContent)
}

function choiceHasContent({ content, toolCalls, media }: AnswerChoice): boolean {
  const isCalling = toolCalls.some((call) => !isSearchDocuments(call))
  return content !== '' || isCalling || (media?.length ?? 0) > 0
}
