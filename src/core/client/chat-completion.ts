import type { StoreApi } from 'zustand/vanilla'

import {
  type Answer,
  type AnswerPhase,
  emptyAnswer,
  isComplete,
  withEnd,
  withNotes,
  withWholeEnd,
} from '../../../contract/chat/answer.ts'
import {
  isOneResponse,
  readEvent,
  readWhole,
  withReadings,
  type ReadingContext,
} from '../../../contract/chat/read/read-event.ts'
import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import type { Failure } from '../../../contract/errors/failure.ts'
import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { servedModel } from '../../../contract/headers/response-facts.ts'
import { createEventMask } from '../../../contract/headers/secrets/event-mask.ts'
import { given } from '../../../contract/json.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { neutralHeaderName, wireBody } from '../../../contract/provider-name.ts'
import { recordReceipt } from './account/record-receipt.ts'
import { reserve } from './account/reserve.ts'
import type { Admission } from './admission/admission.ts'
import { spendLimitsOf } from './admission/spend-limits.ts'
import { streamSlot } from './admission/stream-slots.ts'
import { readText, recordText, type Incoming, type Reader } from './body/response-body.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import type { EncryptedChat, EventReading } from './e2ee/encrypt-chat.ts'
import { encryption } from './e2ee/encryption.ts'
import type { Exchange, StreamEventRecord } from './exchanges/exchange.ts'
import { createObservable } from './observable.ts'
import { failureScopeOf, maxChatCost } from './queries/models.ts'
import { request } from './request.ts'
import { withEvents } from './stream/answer-events.ts'
import { isEventStream, readStream } from './stream/read-stream.ts'
import { tickStrip } from './stream/stream-clocks.ts'

/** A chat request under way. */
export interface ChatRun {
  /** The response as it grows; read it by narrow subscriptions. */
  answer: StoreApi<Answer>
  /** True while only keep-alives arrive: the model has been quiet for long. */
  quiet: StoreApi<boolean>
  /** True while the request waits for others to end: nothing has been sent yet. */
  queued: StoreApi<boolean>
  /** Ends the request and keeps what arrived. */
  stop(): void
  /** The settled response. Never rejects. */
  done: Promise<Answer>
  /** The exchange's id. */
  exchangeId(): string | undefined
  /** The closed exchange, from when `done` has resolved. */
  closed(): Exchange | undefined
}

/** How a request is sent, besides what is in it. */
export interface SendOptions {
  /** A person lets this one go in spite of the spend caps. */
  overCaps?: boolean
  /** Headers that a person added to the request. */
  headers?: HeaderList
  /** The conversation that it is for, by which its cost is counted. */
  conversationId?: string
  /** Ends the request on behalf of a person, as `stop` does. */
  signal?: AbortSignal
  /** Asked once there is a stream slot and room under the spend limits: what must be done before it is sent. */
  admit?: readonly Admission[]
}

/** Sends `POST /chat/completions`, once, and follows the response, streamed or not. */
export function runChat(
  client: Client,
  connection: Connection,
  chat: ChatRequest,
  { overCaps = false, headers = [], admit = [], conversationId, signal }: SendOptions = {},
): ChatRun {
  const { report, locks } = client.world
  const answer = createObservable<Answer>({ ...emptyAnswer, phase: 'waiting' }, report)
  const quiet = createObservable(false, report)
  const queued = createObservable(false, report)
  const controller = new AbortController()
  let exchangeId: string | undefined
  let closed: Exchange | undefined
  let encrypted: EncryptedChat | undefined

  const response: Reader<undefined> = async (incoming) => {
    const failure = await receive(incoming, { answer, quiet, encrypted })
    const served = servedModel(neutralHeaders(incoming))
    if (served !== undefined) answer.setState({ served })
    recordFirstToken(incoming, answer.getState())
    const estimatedMicroUsd = recordReceipt(
      client,
      incoming,
      answer.getState(),
      failure === undefined,
    )
    if (estimatedMicroUsd !== undefined) answer.setState({ estimatedMicroUsd })
    return failure === undefined ? { ok: true, value: undefined } : { ok: false, failure }
  }

  const send = async (): Promise<Answer> => {
    const result = await request(
      client,
      connection,
      {
        method: 'POST',
        path: '/chat/completions',
        body: wireBody(chat as JsonObject, connection.providerName),
        headers,
      },
      {
        signal:
          signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]),
        read: response,
        admit: [
          streamSlot(locks, (isQueued) => queued.setState(isQueued, true)),
          spendLimitsOf(client).admission(() => maxChatCost(client, connection, chat), overCaps),
          reserve(client, chat),
          encryption(client, chat, (made) => {
            encrypted = made
            answer.setState({ encryption: { provider: made.provider, bound: true } })
          }),
          ...admit,
        ],
        ...given({ conversationId }),
        failureScope: () => failureScopeOf(client, connection, chat),
        onOpen: (id) => {
          exchangeId = id
        },
      },
    )
    closed = result.exchange
    const { end } = closed.timing
    const ticks = tickStrip(closed)
    answer.setState((state) => ({
      ...withEnd(state),
      ...endOf(result),
      timing: { ...state.timing, ...given({ end, ticks }) },
    }))
    return answer.getState()
  }

  return {
    answer,
    quiet,
    queued,
    done: send(),
    stop: () => controller.abort(),
    exchangeId: () => exchangeId,
    closed: () => closed,
  }
}

/** The phase in which a response ends; what a person stopped is no failure. */
function endOf(
  result: { ok: true } | { ok: false; failure: Failure },
): Pick<Answer, 'phase'> & Partial<Pick<Answer, 'failure'>> {
  if (result.ok) return { phase: 'finished' }
  const { failure } = result
  if (failure.kind === 'aborted') return { phase: 'stopped' }
  const isCut = failure.kind === 'cut' || failure.kind === 'stalled'
  const phase: AnswerPhase = isCut ? 'cut' : 'failed'
  return { phase, failure }
}

interface Receiving {
  answer: StoreApi<Answer>
  quiet: StoreApi<boolean>
  encrypted: EncryptedChat | undefined
}

/** Reads the response into the answer; returns why it is not complete, if it is not. */
async function receive(received: Incoming, receiving: Receiving): Promise<Failure | undefined> {
  const { isStream, incoming } = await isEventStream(received)
  if (!isStream) return receiveWhole(incoming, receiving)
  const failure = await receiveStream(incoming, receiving)
  const isLabeled = incoming === received
  if (!isLabeled) receiving.answer.setState((answer) => withNotes(answer, ['stream_unlabeled']))
  return failure
}

async function receiveWhole(
  incoming: Incoming,
  receiving: Receiving,
): Promise<Failure | undefined> {
  const body = await readText(incoming)
  if (!body.ok) return body.failure
  const text = body.value.kind === 'json' ? JSON.stringify(body.value.value) : body.value.text
  return takeWhole(incoming, receiving, text)
}

/** Takes the text of a body that is no stream, secrets masked, for the whole response. */
async function takeWhole(
  incoming: Incoming,
  receiving: Receiving,
  came: string,
): Promise<Failure | undefined> {
  const { answer } = receiving
  const { events, failure } = await openEvents([{ at: 0, data: came }], receiving, {
    read: ({ data }) => readWhole(data, readingContext(incoming)),
    mask: createEventMask(incoming.secrets),
  })
  if (failure !== undefined) return failure
  const text = events[0]?.data ?? ''
  const readings = readWhole(text, readingContext(incoming))
  const read = withReadings({ ...answer.getState(), phase: 'streaming' }, readings)
  const whole = isOneResponse(readings) ? withWholeEnd(read.answer) : withEnd(read.answer)
  if (read.failure !== undefined || readings.some(({ kind }) => kind === 'chunk')) {
    answer.setState(whole)
    return read.failure ?? (isComplete(whole) ? undefined : cut())
  }
  const type = headerValue(incoming.headers, 'content-type') ?? 'no content type'
  return { kind: 'unexpected_answer', message: `Expected a chat completion, received ${type}.` }
}

/** Events as they can be read: opened, for an encrypted request, as far as nothing of them came as plain text. */
async function openEvents(
  events: readonly StreamEventRecord[],
  { answer, encrypted }: Receiving,
  reading: EventReading,
): Promise<{ events: readonly StreamEventRecord[]; failure?: Failure }> {
  if (encrypted === undefined) return { events }
  const opened = await encrypted.openEvents(events, reading)
  if (opened.failure?.kind === 'downgraded')
    answer.setState({ encryption: { provider: encrypted.provider, bound: true, plain: true } })
  return opened
}

function readingContext({ connection, headers, world }: Incoming): ReadingContext {
  return {
    providerName: connection.providerName,
    requestId: headerValue(headers, 'cf-ray'),
    nowMs: world.clock.now(),
  }
}

async function receiveStream(
  incoming: Incoming,
  receiving: Receiving,
): Promise<Failure | undefined> {
  const { answer, quiet, encrypted } = receiving
  const reading: EventReading = {
    read: (event) => readEvent(event, readingContext(incoming)),
    mask: createEventMask(incoming.secrets),
  }
  answer.setState({ phase: 'streaming' })
  let isWhole = false

  const add = (events: readonly StreamEventRecord[]): Failure | 'complete' | undefined => {
    const next = withEvents(answer.getState(), events, readingContext(incoming))
    answer.setState(next.answer)
    return next.failure ?? (next.isEnded ? 'complete' : undefined)
  }
  const addEncrypted = async (
    events: readonly StreamEventRecord[],
  ): Promise<Failure | 'complete' | undefined> => {
    const { events: opened, failure } = await openEvents(events, receiving, reading)
    return add(opened) ?? failure
  }

  const failure = await readStream(incoming, {
    onEvents: encrypted === undefined ? add : addEncrypted,
    onQuiet: (isQuiet) => quiet.setState(isQuiet, true),
    onWhole: async (text, bytes) => {
      isWhole = true
      const body = recordText(incoming, text, bytes)
      const read = body.kind === 'json' ? JSON.stringify(body.value) : body.text
      const said = await takeWhole(incoming, receiving, read)
      answer.setState((state) => withNotes(state, ['whole_labeled_stream']))
      return said
    },
    onOpenEnd: () => answer.setState((state) => withNotes(state, ['open_after_end'])),
  })
  if (failure !== undefined || isWhole || isComplete(answer.getState())) return failure
  return cut()
}

function cut(): Failure {
  return { kind: 'cut', message: 'The connection ended before the response was complete.' }
}

function neutralHeaders({ headers, connection }: Incoming): HeaderList {
  return headers.map(([name, value]) => [neutralHeaderName(name, connection.providerName), value])
}

/** Records when the first token came. */
function recordFirstToken({ exchange }: Incoming, { timing: { firstToken } }: Answer): void {
  if (firstToken === undefined) return
  exchange.update((open) => ({ ...open, timing: { ...open.timing, firstToken } }))
}
