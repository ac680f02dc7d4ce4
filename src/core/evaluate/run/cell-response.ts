import type { Answer } from '../../../../contract/chat/answer.ts'
import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import type { CellRecord, CellResponse } from '../board.ts'
import type { SentChat } from './send-chat.ts'

/** A whole response as checks and tables need it: its first choice. */
export function responseOf({ answer, cost, exchangeId }: SentChat): CellResponse {
  const [choice] = answer.choices
  const { usage, timing } = answer
  return {
    text: choice?.content ?? '',
    toolCalls: (choice?.toolCalls ?? []).map(({ name, arguments: json }) => ({
      name,
      arguments: json,
    })),
    ...(choice?.finishReason === undefined ? {} : { finishReason: choice.finishReason }),
    ...(cost === undefined ? {} : { cost }),
    ...(timing.firstToken === undefined ? {} : { timeToFirstToken: timing.firstToken }),
    ...(timing.end === undefined ? {} : { duration: timing.end }),
    ...(usage === undefined
      ? {}
      : { usage: { prompt: usage.prompt_tokens, completion: usage.completion_tokens } }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
}

/** Why there is no whole response. What was refused is not charged; what was cut off may be. */
export function errorOf({ answer, isUnsent, status }: SentChat): NonNullable<CellRecord['error']> {
  const isRefused = status !== undefined && status >= 400
  return { message: failureText(answer), mayBeCharged: !isUnsent && !isRefused }
}

/** What went wrong, in a line. */
export function failureText({ failure }: Pick<Answer, 'failure'>): string {
  if (failure === undefined) return 'Stopped.'
  const { title } = adviceForFailure(failure)
  return `${title}${statusText(failure)}: ${failure.message}`
}

function statusText(failure: Failure): string {
  return 'status' in failure && !adviceForFailure(failure).title.includes(String(failure.status))
    ? ` (${failure.status})`
    : ''
}
