import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AnswerPhase } from '../../../contract/chat/answer-phase.ts'
import {
  answerFromCompletion,
  emptyAnswer,
  isComplete,
  type Answer,
} from '../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../contract/chat/request.ts'
import { chatCompletionSchema } from '../../../contract/chat/response.ts'
import type { Failure } from '../../../contract/errors/failure.ts'
import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { servedModel } from '../../../contract/headers/served-model.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import { neutralBody, wireBody } from '../../../contract/provider-body.ts'
import { neutralHeaderName } from '../../../contract/provider-name.ts'
import { z } from '../../../contract/zod.ts'
import { noteAccount } from './account/note-account.ts'
import { holdSpend } from './admission/spend-guard.ts'
import { takeStreamSlot } from './admission/stream-slots.ts'
import type { Connection } from './connection/connection.ts'
import type { EncryptedChat } from './e2ee/encrypt-chat.ts'
import { encryptedIfAsked } from './e2ee/encrypted-if-asked.ts'
import type { StreamEventRecord } from './exchanges/exchange.ts'
import { recordEnd, recordReceipt } from './exchanges/record-answer.ts'
import { openCall, readBody } from './http.ts'
import { chatCeiling } from './queries/chat-ceiling.ts'
import { withEvents } from './stream/answer-events.ts'
import { readStream } from './stream/read-stream.ts'

/** A chat request under way. */
export interface ChatRun {
  /** The answer as it grows; read it by narrow subscriptions. */
  answer: StoreApi<Answer>
  /** True while only keep-alives arrive: the model has been quiet for long. */
  quiet: StoreApi<boolean>
  /** True while the request waits for others to end: nothing has been sent yet. */
  queued: StoreApi<boolean>
  /** Ends the request and keeps what arrived. */
  stop(): void
  /** The settled answer. Never rejects. */
  done: Promise<Answer>
  /** The exchange's id, once there is one. */
  exchangeId(): string | undefined
}

/** How a request is sent, besides what is in it. */
export interface SendOptions {
  /** A person lets this one go in spite of the spend caps. */
  overCaps?: boolean
}

/** Sends `POST /chat/completions` and follows the answer, streamed or not. */
export function runChat(
  connection: Connection,
  request: ChatRequest,
  { overCaps = false }: SendOptions = {},
): ChatRun {
  const answer = createStore<Answer>(() => emptyAnswer)
  const quiet = createStore<boolean>(() => false)
  const queued = createStore<boolean>(() => false)
  const controller = new AbortController()
  let exchangeId: string | undefined
  const done = followInSlot(queued, {
    connection,
    request,
    overCaps,
    signal: controller.signal,
    answer,
    quiet,
    opened: (id) => {
      exchangeId = id
    },
  })
  return {
    answer,
    quiet,
    queued,
    done,
    stop: () => controller.abort(),
    exchangeId: () => exchangeId,
  }
}

interface Following {
  connection: Connection
  request: ChatRequest
  overCaps: boolean
  signal: AbortSignal
  answer: StoreApi<Answer>
  quiet: StoreApi<boolean>
  opened: (exchangeId: string) => void
}

/** Sends when fewer than the most answers are being received; stopped before that, nothing is sent. */
async function followInSlot(queued: StoreApi<boolean>, following: Following): Promise<Answer> {
  const { answer, signal } = following
  answer.setState({ phase: 'waiting' })
  const slot = await takeStreamSlot(signal, () => queued.setState(true, true))
  queued.setState(false, true)
  if (slot === undefined) {
    answer.setState({ phase: 'stopped' })
    return answer.getState()
  }
  try {
    return await followWithinCaps(following)
  } finally {
    slot.release()
  }
}

/** Sends when no spend cap can break, and counts what the answer says it cost. */
async function followWithinCaps(following: Following): Promise<Answer> {
  const { connection, request, overCaps, answer } = following
  const holding = await holdSpend(connection, () => chatCeiling(connection, request), overCaps)
  if (!holding.ok) {
    answer.setState({ phase: 'failed', failure: holding.failure })
    return answer.getState()
  }
  const settled = await followSecretly(following)
  await holding.hold.settle(declaredCost(settled))
  return settled
}

/** micro-USD; undefined for an answer that began and did not say. What never began cost nothing. */
function declaredCost({ cost, phase, choices }: Answer): number | undefined {
  if (cost !== undefined) return microUsdFrom(cost.usd)
  return phase === 'failed' && choices.length === 0 ? 0 : undefined
}

/** Sends as it is, or encrypted where that is asked for; what was to be encrypted never goes plain. */
async function followSecretly(following: Following): Promise<Answer> {
  const { connection, request, signal, answer } = following
  const encrypted = await encryptedIfAsked(connection, request, signal)
  if (signal.aborted) {
    answer.setState({ phase: 'stopped' })
    return answer.getState()
  }
  if (encrypted !== undefined && 'kind' in encrypted) {
    answer.setState({ phase: 'failed', failure: encrypted })
    return answer.getState()
  }
  if (encrypted !== undefined) answer.setState({ encryption: { provider: encrypted.provider } })
  return follow(following, encrypted)
}

async function follow(
  { connection, request, signal, answer, quiet, opened }: Following,
  encrypted: EncryptedChat | undefined,
): Promise<Answer> {
  const result = await openCall(connection, {
    method: 'POST',
    path: '/chat/completions',
    body: wireBody((encrypted?.request ?? request) as JsonObject, connection.providerName),
    headers: encrypted?.headers ?? [],
    signal,
  })
  const { call } = result
  opened(call.exchangeId)
  const settle = (phase: AnswerPhase, failure?: Failure): Answer => {
    const end = call.elapsed()
    answer.setState((state) => ({
      phase,
      timing: { ...state.timing, end },
      ...(failure === undefined ? {} : { failure }),
    }))
    const settled = answer.getState()
    recordEnd(call, settled, failure)
    return settled
  }

  if (!result.ok) {
    return result.aborted ? settle('stopped') : settle('failed', result.failure)
  }
  const { response, headers } = result
  const served = servedModel(
    headers.map(([name, value]) => [neutralHeaderName(name, connection.providerName), value]),
  )
  const finish = (phase: AnswerPhase, failure?: Failure): Answer => {
    if (served !== undefined) answer.setState({ served })
    const settled = settle(phase, failure)
    noteAccount(headers, connection.providerName, settled.cost)
    recordReceipt(call, settled, headers, connection.providerName)
    return settled
  }

  const isStream = (headerValue(headers, 'content-type') ?? '').startsWith('text/event-stream')
  if (!isStream || response.body === null) {
    try {
      const body = await readBody(call, response)
      const value =
        body.kind === 'json' ? neutralBody(body.value, connection.providerName) : undefined
      const completion = z.safeParse(chatCompletionSchema, value)
      if (!completion.success) return finish('failed', unexpectedAnswer(headers))
      answer.setState({ ...answerFromCompletion(completion.data), phase: 'streaming' })
      return finish('finished')
    } catch {
      return signal.aborted ? finish('stopped') : finish('cut', cutFailure)
    }
  }

  answer.setState({ phase: 'streaming' })
  const requestId = headerValue(headers, 'cf-ray')
  const take = (events: readonly StreamEventRecord[]): Failure | undefined => {
    const context = { providerName: connection.providerName, requestId, now: Date.now() }
    const next = withEvents(answer.getState(), events, context)
    answer.setState(next.answer)
    return next.failure
  }
  const takeSealed = async (
    events: readonly StreamEventRecord[],
    { openEvents, provider }: EncryptedChat,
  ): Promise<Failure | undefined> => {
    const read = await openEvents(events).catch(() => undefined)
    if (read === undefined) return notDecrypted
    if (read.plain) answer.setState({ encryption: { provider, plain: true } })
    return take(read.events)
  }
  const end = await readStream(
    call,
    response.body,
    signal,
    (events) => (encrypted === undefined ? take(events) : takeSealed(events, encrypted)),
    (isQuiet) => quiet.setState(isQuiet, true),
  )
  switch (end.kind) {
    case 'stopped':
      return finish('stopped')
    case 'failed':
      return finish(
        end.failure.kind === 'cut' || end.failure.kind === 'stalled' ? 'cut' : 'failed',
        end.failure,
      )
    case 'clean':
      return isComplete(answer.getState()) ? finish('finished') : finish('cut', cutFailure)
  }
}

const cutFailure: Failure = {
  kind: 'cut',
  message: 'The connection ended before the answer was complete.',
}

const notDecrypted: Failure = {
  kind: 'not_decrypted',
  message: 'A piece of the answer did not open with the key of this request.',
}

function unexpectedAnswer(headers: HeaderList): Failure {
  const type = headerValue(headers, 'content-type') ?? 'no content type'
  return { kind: 'unexpected_answer', message: `Expected a chat completion, received ${type}.` }
}
