import { emptyAnswer, type AnswerChoice } from '../../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { runChat, type ChatRun, type SendOptions } from '../../client/chat-completion.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { acquireAnswerLock } from '../../storage/conversations/answer-lock.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { askedOf } from '../request/asked-of.ts'
import { continued, continuedStore } from './continued-answer.ts'
import { releaseRun, trackRun } from './runs.ts'

/** A growing answer is stored this often, in ms: the most that a killed tab can lose. */
const SAVE_EVERY = 250

/**
 * Where a response is recorded: once when it begins, as it grows, and once when it has settled, which
 * resolves when that is stored.
 */
export interface ResponseRecorder {
  started(version: AnswerVersion): void
  grown(version: AnswerVersion): void
  settled(version: AnswerVersion): Promise<void>
}

/**
 * Sends a request and hands its response to the recorder. The run can be stopped by id. With a
 * `start`, the answer is that start and what comes, as one.
 */
export function receiveResponse(
  chat: Chat,
  connection: Connection,
  request: ChatRequest,
  recorder: ResponseRecorder,
  { start, ...options }: SendOptions & { start?: AnswerChoice | undefined } = {},
): void {
  const { document } = chat.world
  const { clock, random, locks } = chat.client.world
  const version: AnswerVersion = {
    id: random.uuid(),
    startedAt: clock.now(),
    model: request.model,
    connection: { id: connection.id, name: connection.name, baseUrl: connection.baseUrl },
    ...askedOf(request),
    answer: { ...emptyAnswer, phase: 'waiting' },
    ...(start === undefined ? {} : { origin: 'continued' }),
  }
  const sent = runChat(chat.client, connection, request, options)
  const run = start === undefined ? sent : continuedRun(start, sent)
  trackRun(chat.runs, version.id, run)
  recorder.started(version)

  const save = () => recorder.grown({ ...version, answer: run.answer.getState() })
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

  const stored = run.done.then((answer) => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', saveWhenHidden)
    const exchangeId = run.exchangeId()
    const written = recorder.settled({
      ...version,
      answer,
      ...(exchangeId === undefined ? {} : { exchangeId }),
    })
    releaseRun(chat.runs, version.id)
    return written
  })
  acquireAnswerLock(locks, version.id, stored)
}

function continuedRun(start: AnswerChoice, run: ChatRun): ChatRun {
  return {
    ...run,
    answer: continuedStore(start, run.answer),
    done: run.done.then((answer) => continued(start, answer)),
  }
}
