import type { Answer, AnswerChoice } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import {
  readEvent,
  withReadings,
  type ReadingContext,
} from '../../../../contract/chat/read/read-event.ts'
import type { ServiceError } from '../../../../contract/errors/service-error.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'

/** The answer with a batch of events added. An event with an error ends it; unreadable ones are counted. */
export function withEvents(
  answer: Answer,
  events: readonly StreamEventRecord[],
  context: ReadingContext,
): { answer: Answer; failure?: ServiceError; isEnded?: true } {
  let state = answer
  for (const record of events) {
    const next = withReadings(state, readEvent(record, context))
    state = withMark(next.answer, 'firstToken', record.at, hasOutput)
    state = withMark(state, 'firstContent', record.at, hasContent)
    if (next.failure !== undefined || next.isEnded) return { ...next, answer: state }
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

function hasOutput({ choices }: Answer): boolean {
  return choices.some((choice) => choice.reasoning !== '' || choiceHasContent(choice))
}

function hasContent({ choices }: Answer): boolean {
  return choices.some(choiceHasContent)
}

function choiceHasContent({ content, refusal, toolCalls, media }: AnswerChoice): boolean {
  const isCalling = toolCalls.some((call) => !isSearchDocuments(call))
  return content !== '' || refusal !== undefined || isCalling || (media?.length ?? 0) > 0
}
