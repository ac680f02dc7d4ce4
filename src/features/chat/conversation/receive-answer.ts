import { runChat } from '../../../api/chat-completion.ts'
import type { Connection } from '../../../api/connection.ts'
import { emptyAnswer } from '../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../contract/chat/request.ts'
import type { AnswerVersion } from '../../../storage/conversation.ts'
import { holdAnswerLock } from '../../../storage/conversations.ts'
import { releaseRun, trackRun } from './runs.ts'

/** A growing answer is stored this often, in ms: the most that a killed tab can lose. */
const SAVE_EVERY = 250

/** Where an answer goes: once when it begins, as it grows, and once when it has settled. */
export interface AnswerKeeper {
  started(version: AnswerVersion): void
  grown(version: AnswerVersion): void
  settled(version: AnswerVersion): void
}

/** Sends a request and hands its answer to the keeper, who stores it. The run can be stopped by id. */
export function receiveAnswer(
  connection: Connection,
  request: ChatRequest,
  keeper: AnswerKeeper,
): void {
  const version: AnswerVersion = {
    id: crypto.randomUUID(),
    startedAt: Date.now(),
    model: request.model,
    ...askedOf(request),
    answer: { ...emptyAnswer, phase: 'waiting' },
  }
  const run = runChat(connection, request)
  trackRun(version.id, run)
  holdAnswerLock(version.id, run.done)
  keeper.started(version)

  const save = () => keeper.grown({ ...version, answer: run.answer.getState() })
  const saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = run.answer.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      save()
    }, SAVE_EVERY)
  })
  document.addEventListener('visibilitychange', saveWhenHidden)

  void run.done.then((answer) => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', saveWhenHidden)
    keeper.settled({ ...version, answer })
    releaseRun(version.id, run.exchangeId())
  })
}

/** What of a request its answer is judged by; nothing when nothing of it was set. */
function askedOf({
  response_format,
  vendor_parameters,
}: ChatRequest): Pick<AnswerVersion, 'asked'> {
  if (response_format === undefined && vendor_parameters === undefined) return {}
  return {
    asked: {
      ...(response_format === undefined ? {} : { response_format }),
      ...(vendor_parameters === undefined ? {} : { vendor_parameters }),
    },
  }
}
