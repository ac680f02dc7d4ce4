import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import { emptyAnswer, type Answer } from '../../../../contract/chat/answer.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'
import { cellKey, type CellRecord, type Configuration } from '../board.ts'

/** The response of a cell, whole or not, as a chat has it. */
export function versionOfCell(
  record: CellRecord,
  { model, connection }: Pick<Configuration, 'model' | 'connection'>,
): AnswerVersion {
  const { startedAt, details, response } = record
  const { exchangeId } = response ?? {}
  return {
    id: `${cellKey(record)}/${startedAt}`,
    startedAt,
    model,
    ...details,
    answer: answerOf(record),
    ...(connection && { connection }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
}

/** Of what was stored without details, all that is known. */
function answerOf({ status, response, partial = '', details }: CellRecord): Answer {
  const { text = partial, toolCalls = [], usage, finishReason } = response ?? {}
  const { timeToFirstToken: firstToken, duration: end } = response ?? {}
  const known = details?.answer ?? {
    ...emptyAnswer,
    ...(usage && {
      usage: {
        prompt_tokens: usage.prompt,
        completion_tokens: usage.completion,
        total_tokens: usage.prompt + usage.completion,
      },
    }),
    timing: { ...(firstToken !== undefined && { firstToken }), ...(end !== undefined && { end }) },
  }
  const choice = known.choices[0] ?? {
    reasoning: '',
    reasoningDetails: [],
    toolCalls: toolCalls.map((call, at) => ({ id: `call_${at + 1}`, ...call })),
    logprobs: [],
    ...(finishReason !== undefined && { finishReason }),
  }
  // A tab that went away left it as it was.
  const isOver = status !== 'running' && !isSettled(known.phase)
  return {
    ...known,
    ...(isOver && { phase: response === undefined ? 'cut' : 'finished' }),
    choices: known.choices.length > 0 || response || text ? [{ ...choice, content: text }] : [],
  }
}
