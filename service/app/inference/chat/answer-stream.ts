import type {
  ChatCompletionChunk,
  Citation,
  Delta,
  TokenLogprob,
} from '../../../../contract/chat/response.ts'
import type { StreamError } from '../../../../contract/errors/error-body.ts'
import { errorMessage } from '../../errors.ts'
import { dropConnection } from '../../http/app-environment.ts'
import { HttpError } from '../../http/http-error.ts'
import { respond, setHeaders } from '../../http/respond.ts'
import { costBody } from '../../money/ledger.ts'
import type { SealDelta } from '../e2ee/enclave.ts'
import type { GenerationStep, StepDelta } from '../engine.ts'
import { type CompletionIdentity, type GenerationJob, familyUsage } from './meter.ts'

/** A streamed answer also has to end its job by itself, long after its headers left. */
interface StreamJob extends GenerationJob {
  abort: () => void
  /** Seals what the answer says; absent for an answer that travels as it is. */
  seal: SealDelta | undefined
  /** Runs once the answer is over and charged, however it ended. May run more than once. */
  end: () => void
}

/** Answers with an event stream: role, deltas, finish, counts and cost, `[DONE]`. */
export function answerStream(job: StreamJob): Response {
  const events = streamEvents(job)
  // A client can be gone before the first event is asked for; then no code of the stream ever runs.
  const finish = () => void finishJob(job)
  const giveUp = () => void events.return(undefined).then(finish, finish)
  if (job.signal.aborted) giveUp()
  else job.signal.addEventListener('abort', giveUp)
  setHeaders(job.context, { 'content-type': EVENT_STREAM })
  return respond(job.context, eventStream(events, job.abort))
}

/** Charges what was generated; a second call changes nothing. Where that fails the log alone can tell it. */
async function finishJob({ context, metered, meter, end }: StreamJob): Promise<void> {
  try {
    await metered.settle(meter.usage())
  } catch (error) {
    const requestId = context.get('requestId')
    context.get('log')?.('error', 'a streamed response was not charged', {
      requestId,
      error: errorMessage(error),
    })
  } finally {
    end()
  }
}

async function* streamEvents(job: StreamJob): AsyncGenerator<string, void> {
  const { context, generation, steps, seal, signal, metered, meter, identity } = job
  const { search, vendor, request } = generation
  const choiceText = choiceTexts(identity)
  try {
    if (search.inStream) yield eventText(searchResultsChunk(identity, search.results))
    for (let choice = 0; choice < (request.n ?? 1); choice += 1)
      yield choiceText(deltaChoice(choice, { role: 'assistant', content: '' }))
    for await (const ready of steps) {
      let text = ''
      for (const step of ready) {
        meter.add(step)
        if (step.kind === 'delta' && saysSomething(step)) {
          const delta = seal === undefined ? step.delta : await seal(step.delta)
          text += choiceText(deltaChoice(step.choice, delta, step.logprob))
        }
        if (step.kind === 'sources') text += eventText(searchResultsChunk(identity, step.citations))
        if (step.kind === 'finish')
          text += choiceText({ index: step.choice, delta: {}, finish_reason: step.reason })
      }
      if (text !== '') yield text
      if (ready.at(-1)?.kind === 'cut') {
        await metered.settle(meter.usage())
        await dropConnection(context, 'begun')
        return
      }
    }
    const { taken } = await metered.settle(meter.usage())
    // No choices, but the counts, the cost and the parameters that were in force.
    const usage = familyUsage(meter.report(), generation)
    const last = { ...chunk(identity, []), usage, cost: costBody(taken), vendor_parameters: vendor }
    yield eventText(last) + END_TEXT
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error
    yield eventText(failureEvent(reason)) + END_TEXT
  } finally {
    await finishJob(job)
  }
}

type DeltaStep = Extract<GenerationStep, { kind: 'delta' }>

/** Stripped thinking is counted, but leaves nothing to send. */
function saysSomething({ delta, logprob }: DeltaStep): boolean {
  return logprob !== undefined || Object.keys(delta).length > 0
}

function failureEvent(error: unknown): StreamError {
  if (error instanceof StreamFailure) return error.event
  const message = error instanceof HttpError ? error.message : 'Inference processing failed.'
  return { error: { message, type: 'api_error', code: 'inference_failed', param: null } }
}

type Choice = NonNullable<ChatCompletionChunk['choices']>[number]

/** What a chunk adds to one choice. */
export function deltaChoice(
  index: number,
  delta: StepDelta | Delta,
  logprob?: TokenLogprob,
): Choice {
  const { others, ...said } = delta as StepDelta & Delta
  const logprobs = logprob && { logprobs: { content: [logprob] } }
  return { index, delta: { ...others, ...said }, ...logprobs, finish_reason: null }
}

/** Writes chunks of one choice. What all of a response repeat is most of each, and is made once. */
function choiceTexts(identity: CompletionIdentity): (choice: Choice) => string {
  const empty = eventText(chunk(identity, []))
  const middle = empty.lastIndexOf(']')
  const [start, end] = [empty.slice(0, middle), empty.slice(middle)]
  return (choice) => start + jsonLine(choice) + end
}

function searchResultsChunk(
  answer: CompletionIdentity,
  results: readonly Citation[],
): ChatCompletionChunk {
  return { ...chunk(answer, []), vendor_parameters: { web_search_citations: [...results] } }
}

function chunk({ id, created, model }: CompletionIdentity, choices: Choice[]): ChatCompletionChunk {
  return { id, object: 'chat.completion.chunk', created, model, choices }
}

/** The content type of a stream. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** A comment goes out when nothing else did for this long, so that no one in between hangs up, ms. */
const HEARTBEAT_MS = 10_000

const encoder = new TextEncoder()

/** Line separators that JSON leaves as they are but some readers of streams split lines at. */
const SEPARATORS = /[\u0085\u2028\u2029]/g

/** JSON on one line, so that no text can start an event of its own. */
function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    SEPARATORS,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** One event. */
export function eventText(value: unknown): string {
  return `data: ${jsonLine(value)}\n\n`
}

/** The end of every complete stream. */
export const END_TEXT = 'data: [DONE]\n\n'

/**
 * The bytes of an event stream, made from text events as fast as the client takes them, with
 * heartbeats in every silence. `onGone` runs when the client hangs up. The stream itself never
 * errors: what goes wrong is told in an event, or the connection is dropped by the caller.
 */
export function eventStream(
  events: AsyncIterator<string>,
  onGone: () => void,
  heartbeatMs: number = HEARTBEAT_MS,
): ReadableStream<Uint8Array> {
  let heartbeat: ReturnType<typeof setTimeout> | undefined
  let lastAt = Date.now()
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // Not set anew for every token: it looks how long the silence has been.
        const look = () => {
          const silentMs = Date.now() - lastAt
          if (silentMs >= heartbeatMs) {
            controller.enqueue(encoder.encode(': keep-alive\n\n'))
            lastAt = Date.now()
          }
          heartbeat = setTimeout(look, heartbeatMs - (Date.now() - lastAt))
        }
        heartbeat = setTimeout(look, heartbeatMs)
      },
      pull: async (controller) => {
        let more = false
        try {
          const { done, value } = await events.next()
          if (done) return controller.close()
          controller.enqueue(encoder.encode(value))
          more = true
        } finally {
          if (more) lastAt = Date.now()
          else clearTimeout(heartbeat)
        }
      },
      cancel: () => {
        clearTimeout(heartbeat)
        onGone()
      },
    },
    // Nothing is made ahead: what was not taken was not sent, so it is not charged either.
    { highWaterMark: 0 },
  )
}

/** An error after the first chunk: it can only be told inside the stream. */
export class StreamFailure extends Error {
  readonly event: StreamError

  constructor(error: StreamError['error']) {
    super(error.message)
    this.event = { error }
  }
}
