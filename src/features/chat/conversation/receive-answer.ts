import { emptyAnswer, type AnswerChoice } from '../../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../../contract/chat/request.ts'
import { continued, continuedStore } from '../../../core/chat/responses/continued-answer.ts'
import { runChat, type ChatRun, type SendOptions } from '../../../core/client/chat-completion.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { holdAnswerLock } from '../../../core/storage/conversations/answer-lock.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { client } from '../../../page/client.ts'
import { releaseRun, trackRun } from './runs.ts'

/** A growing answer is stored this often, in ms: the most that a killed tab can lose. */
const SAVE_EVERY = 250

/**
 * Where an answer goes: once when it begins, as it grows, and once when it has settled, which
 * resolves when that is stored.
 */
export interface AnswerKeeper {
  started(version: AnswerVersion): void
  grown(version: AnswerVersion): void
  settled(version: AnswerVersion): Promise<void>
}

/**
 * Sends a request and hands its answer to the keeper, who stores it. The run can be stopped by id.
 * With a `start`, the answer is that start and what comes, as one.
 */
export function receiveAnswer(
  connection: Connection,
  request: ChatRequest,
  keeper: AnswerKeeper,
  { start, ...options }: SendOptions & { start?: AnswerChoice | undefined } = {},
): void {
  const version: AnswerVersion = {
    id: crypto.randomUUID(),
    startedAt: Date.now(),
    model: request.model,
    ...askedOf(request),
    answer: { ...emptyAnswer, phase: 'waiting' },
    ...(start === undefined ? {} : { origin: 'continued' }),
  }
  const sent = runChat(client, connection, request, options)
  const run = start === undefined ? sent : continuedRun(start, sent)
  trackRun(version.id, run)
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

  const stored = run.done.then((answer) => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', saveWhenHidden)
    const exchangeId = run.exchangeId()
    const written = keeper.settled({
      ...version,
      answer,
      ...(exchangeId === undefined ? {} : { exchangeId }),
    })
    releaseRun(version.id)
    if (exchangeId !== undefined) void keepExchange(exchangeId)
    return written
  })
  holdAnswerLock(version.id, stored)
}

/** Keeps the exchange for after a reload; without the code for it the answer is there all the same. */
async function keepExchange(exchangeId: string): Promise<void> {
  const part = await import('../../../inspector/kept/keep-finished.ts').catch(() => undefined)
  await part?.keepFinished(exchangeId)
}

function continuedRun(start: AnswerChoice, run: ChatRun): ChatRun {
  return {
    ...run,
    answer: continuedStore(start, run.answer),
    done: run.done.then((answer) => continued(start, answer)),
  }
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
