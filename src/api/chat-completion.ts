import { createStore, type StoreApi } from 'zustand/vanilla'

import {
  answerFromCompletion,
  emptyAnswer,
  isComplete,
  withChunk,
  type Answer,
  type AnswerPhase,
} from '../contract/chat/answer.ts'
import type { ChatRequest } from '../contract/chat/request.ts'
import { chatCompletionSchema } from '../contract/chat/response.ts'
import { chatCompletionChunkSchema, STREAM_END } from '../contract/chat/stream-chunk.ts'
import type { Failure } from '../contract/errors/failure.ts'
import { readStreamError } from '../contract/errors/read-stream-error.ts'
import { headerValue, type HeaderList } from '../contract/headers/header-list.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts'
import { neutralName, wireHeaderName, wireName } from '../contract/provider-name.ts'
import { z } from '../contract/zod.ts'
import { noteAccount } from './account-store.ts'
import type { Connection } from './connection.ts'
import { updateExchange } from './exchange-store.ts'
import type { ExchangeOutcome, StreamEventRecord } from './exchange.ts'
import { closeCall, openCall, readBody, type OpenCall } from './http.ts'
import { readStream } from './stream/read-stream.ts'

/** A chat request under way. */
export interface ChatRun {
  /** The answer as it grows; read it by narrow subscriptions. */
  answer: StoreApi<Answer>
  /** True while only keep-alives arrive: the model has been quiet for long. */
  quiet: StoreApi<boolean>
  /** Ends the request and keeps what arrived. */
  stop(): void
  /** The settled answer. Never rejects. */
  done: Promise<Answer>
  /** The exchange's id, once there is one. */
  exchangeId(): string | undefined
}

/** Sends `POST /chat/completions` and follows the answer, streamed or not. */
export function runChat(connection: Connection, request: ChatRequest): ChatRun {
  const answer = createStore<Answer>(() => emptyAnswer)
  const quiet = createStore<boolean>(() => false)
  const controller = new AbortController()
  let exchangeId: string | undefined
  const done = follow({
    connection,
    request,
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
    done,
    stop: () => controller.abort(),
    exchangeId: () => exchangeId,
  }
}

interface Following {
  connection: Connection
  request: ChatRequest
  signal: AbortSignal
  answer: StoreApi<Answer>
  quiet: StoreApi<boolean>
  opened: (exchangeId: string) => void
}

async function follow({
  connection,
  request,
  signal,
  answer,
  quiet,
  opened,
}: Following): Promise<Answer> {
  answer.setState({ phase: 'waiting' })
  const result = await openCall(connection, {
    method: 'POST',
    path: '/chat/completions',
    body: wireBody(request, connection.providerName),
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
  const finish = (phase: AnswerPhase, failure?: Failure): Answer => {
    const settled = settle(phase, failure)
    noteAccount(headers, connection.providerName, settled.cost)
    recordReceipt(call, settled, headers, connection.providerName)
    return settled
  }

  const isStream = (headerValue(headers, 'content-type') ?? '').startsWith('text/event-stream')
  if (!isStream || response.body === null) {
    try {
      const body = await readBody(call, response)
      const value = body.kind === 'json' ? fromWire(body.value, connection.providerName) : undefined
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
    const before = answer.getState()
    let state = before
    for (const { data } of events) {
      if (data === STREAM_END) continue
      const value = parseJson(data)
      const error = readStreamError(value, Date.now(), requestId)
      if (error) {
        answer.setState(state)
        return error
      }
      const chunk = z.safeParse(chatCompletionChunkSchema, fromWire(value, connection.providerName))
      if (chunk.success) state = withChunk(state, chunk.data)
    }
    if (state !== before && state.timing.firstToken === undefined && hasOutput(state)) {
      const firstToken = events.at(-1)?.at ?? call.elapsed()
      state = { ...state, timing: { ...state.timing, firstToken } }
    }
    answer.setState(state)
    return undefined
  }
  const end = await readStream(call, response.body, signal, take, (isQuiet) =>
    quiet.setState(isQuiet, true),
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

function unexpectedAnswer(headers: HeaderList): Failure {
  const type = headerValue(headers, 'content-type') ?? 'no content type'
  return { kind: 'unexpected_answer', message: `Expected a chat completion, received ${type}.` }
}

function hasOutput({ choices }: Answer): boolean {
  return choices.some(
    (choice) => choice.content !== '' || choice.reasoning !== '' || choice.toolCalls.length > 0,
  )
}

const OUTCOMES: Partial<Record<AnswerPhase, ExchangeOutcome>> = {
  finished: 'done',
  stopped: 'stopped',
  cut: 'cut',
}

function recordEnd(call: OpenCall, { phase, timing }: Answer, failure: Failure | undefined): void {
  const { firstToken } = timing
  if (firstToken !== undefined)
    updateExchange(call.exchangeId, (exchange) => ({
      ...exchange,
      timing: { ...exchange.timing, firstToken },
    }))
  closeCall(call, OUTCOMES[phase] ?? 'failed', failure)
}

function recordReceipt(
  call: OpenCall,
  answer: Answer,
  headers: HeaderList,
  providerName: string,
): void {
  const before = headerValue(headers, wireHeaderName('x-vendor-balance-usd', providerName))
  const after = headerValue(headers, 'x-balance-remaining')
  updateExchange(call.exchangeId, (exchange) => ({
    ...exchange,
    receipt: {
      ...(answer.usage === undefined ? {} : { usage: answer.usage }),
      ...(answer.cost === undefined ? {} : { cost: answer.cost }),
      ...(before === undefined ? {} : { balanceBeforeUsd: before }),
      ...(after === undefined ? {} : { balanceAfterUsd: after }),
    },
  }))
}

/** The request in the provider's own spelling: only the vendor object carries the name. */
export function wireBody(request: ChatRequest, providerName: string): JsonObject {
  const { vendor_parameters: vendor, ...rest } = request
  const body = rest as JsonObject
  if (vendor === undefined) return body
  return {
    ...body,
    [wireName('vendor_parameters', providerName)]: renamed(vendor, (name) =>
      wireName(name, providerName),
    ),
  }
}

function fromWire(value: JsonValue | undefined, providerName: string): unknown {
  if (!isJsonObject(value)) return value
  const wire = wireName('vendor_parameters', providerName)
  const vendor = value[wire]
  if (!isJsonObject(vendor)) return value
  const { [wire]: _, ...rest } = value
  return { ...rest, vendor_parameters: renamed(vendor, (name) => neutralName(name, providerName)) }
}

function renamed(object: object, rename: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]))
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
