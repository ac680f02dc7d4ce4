import type { Answer } from '../../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import { askedOf } from '../../chat/request/asked-of.ts'
import type { CellRecord, CellResponse } from '../board.ts'
import type { SentChat } from './send-chat.ts'

/** A whole response as checks and tables need it: its first choice. */
export function responseOf({ answer, cost, exchangeId }: SentChat): CellResponse {
  const [choice] = answer.choices
  const { usage, timing } = answer
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {}
  return {
    text: choice?.content || choice?.refusal || '',
    toolCalls: (choice?.toolCalls ?? []).map(({ name, arguments: json }) => ({
      name,
      arguments: json,
    })),
    ...(choice?.finishReason === undefined ? {} : { finishReason: choice.finishReason }),
    ...(cost === undefined ? {} : { cost }),
    ...(timing.firstToken === undefined ? {} : { timeToFirstToken: timing.firstToken }),
    ...(timing.end === undefined ? {} : { duration: timing.end }),
    ...(prompt === undefined || completion === undefined ? {} : { usage: { prompt, completion } }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
}

/** The text and the details of a response that is not whole; nothing as long as nothing has come. */
export function partOf(
  request: ChatRequest,
  answer: Answer,
): Pick<CellRecord, 'partial' | 'details'> {
  const [choice] = answer.choices
  if (choice === undefined) return {}
  const partial = choice.content
  return { ...(partial !== '' && { partial }), details: detailsOf(request, answer) }
}

/** What the chat shows of a response besides the text of its first choice, which is stored once. */
export function detailsOf(request: ChatRequest, answer: Answer): CellRecord['details'] & object {
  const choices = answer.choices.slice(0, 1).map((choice) => ({ ...choice, content: '' }))
  return { model: request.model, ...askedOf(request), answer: { ...answer, choices } }
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
