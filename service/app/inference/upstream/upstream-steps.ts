import {
  chatCompletionSchema,
  type ChatCompletion,
  type TokenLogprob,
  type Usage,
} from '../../../../contract/chat/response.ts'
import {
  chatCompletionChunkSchema,
  STREAM_END,
  type Delta,
} from '../../../../contract/chat/stream-chunk.ts'
import { readStreamError } from '../../../../contract/errors/read-stream-error.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { StreamFailure } from '../../chat/stream-failure.ts'
import { standardError } from '../../http/http-error.ts'
import type {
  FinishReason,
  Generation,
  GenerationStep,
  GenerationSteps,
  StepDelta,
} from '../engine.ts'
import { countTokens } from '../prepare/tokens.ts'
import { eventData } from './sse-lines.ts'

/**
 * Another server's event stream, once its first event is there: the id of the answer, and its
 * steps. A stream that just stops is an error.
 */
export async function readUpstreamStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<Generation> {
  const events = eventData(body)
  // What goes wrong here is told by the steps, which meet it again.
  const first = await events.next().catch((error: unknown) => ({ done: true as const, error }))
  const id = first.done === true ? undefined : idOf(first.value)
  const all = async function* () {
    if ('error' in first) throw first.error
    if (first.done === true) return
    yield first.value
    yield* events
  }
  return { steps: stepsOfStream(all(), signal), ...(id === undefined ? {} : { id }) }
}

/** Another server's whole answer. @throws HttpError 502 for anything else */
export function readUpstreamCompletion(body: unknown): Generation {
  const completion = validate(chatCompletionSchema, body)
  if (!completion.ok) throw standardError(502, 'The upstream response is not a chat completion.')
  const { id } = completion.value
  return { steps: stepsOfCompletion(completion.value), ...(id === '' ? {} : { id }) }
}

async function* stepsOfStream(events: AsyncIterable<string>, signal: AbortSignal): GenerationSteps {
  let finished = false
  try {
    for await (const data of events) {
      if (data === STREAM_END) return
      const event = parse(data)
      const error = readStreamError(event, Date.now())
      if (error) throw upstreamFailure(error.message)
      const chunk = validate(chatCompletionChunkSchema, event)
      if (!chunk.ok) continue
      const ready: GenerationStep[] = []
      for (const { index, delta, finish_reason, logprobs } of chunk.value.choices ?? []) {
        const step = delta ? deltaStep(index, delta, logprobs) : undefined
        if (step) ready.push(step)
        if (finish_reason) {
          finished = true
          ready.push({ kind: 'finish', choice: index, reason: finishReason(finish_reason) })
        }
      }
      if (chunk.value.usage) ready.push(usageStep(chunk.value.usage))
      if (ready.length > 0) yield ready
    }
  } catch (error) {
    if (signal.aborted || error instanceof StreamFailure) throw error
    throw upstreamFailure('The upstream response was cut off.')
  }
  if (!finished) throw upstreamFailure('The upstream response ended without a finish reason.')
}

async function* stepsOfCompletion({ choices, usage }: ChatCompletion): GenerationSteps {
  const ready: GenerationStep[] = []
  for (const { index, message, finish_reason, logprobs } of choices ?? []) {
    const { content, reasoning_content, reasoning_details, tool_calls } = message
    const reasoning = reasoning_content ?? textOr(message['reasoning'])
    const step = deltaStep(
      index,
      {
        ...(typeof content === 'string' ? { content } : {}),
        ...(reasoning ? { reasoning_content: reasoning } : {}),
        ...(reasoning_details ? { reasoning_details } : {}),
        ...(tool_calls
          ? { tool_calls: tool_calls.map((call, at) => ({ ...call, index: at })) }
          : {}),
      },
      undefined,
    )
    if (step) ready.push(step)
    for (const logprob of tokensOf(logprobs))
      ready.push({ kind: 'delta', choice: index, delta: {}, tokens: 0, logprob })
    ready.push({ kind: 'finish', choice: index, reason: finishReason(finish_reason ?? 'stop') })
  }
  if (usage) ready.push(usageStep(usage))
  yield ready
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw upstreamFailure('The upstream server sent an event that is not JSON.')
  }
}

function deltaStep(choice: number, delta: Delta, logprobs: unknown): GenerationStep | undefined {
  const reasoning = delta.reasoning_content ?? textOr(delta['reasoning'])
  const step: StepDelta = {
    ...(delta.content ? { content: delta.content } : {}),
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(delta.reasoning_details ? { reasoning_details: delta.reasoning_details } : {}),
    ...(delta.tool_calls ? { tool_calls: delta.tool_calls } : {}),
  }
  if (Object.keys(step).length === 0) return undefined
  const [logprob] = tokensOf(logprobs)
  const called = (step.tool_calls ?? []).map((call) => call.function?.arguments ?? '').join('')
  return {
    kind: 'delta',
    choice,
    delta: step,
    tokens: countTokens(`${step.content ?? ''}${step.reasoning_content ?? ''}${called}`),
    ...(logprob ? { logprob } : {}),
  }
}

function tokensOf(logprobs: unknown): TokenLogprob[] {
  const content: unknown =
    typeof logprobs === 'object' && logprobs !== null ? Reflect.get(logprobs, 'content') : undefined
  return Array.isArray(content) ? content : []
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The contract knows three reasons; what other servers add means that the answer ended. */
function finishReason(reason: string): FinishReason {
  if (reason === 'length' || reason === 'tool_calls') return reason
  return reason === 'function_call' ? 'tool_calls' : 'stop'
}

/** The id of an answer in its first event; undefined when that has none. */
function idOf(data: string): string | undefined {
  try {
    const event: unknown = JSON.parse(data)
    const id = isJsonObject(event) ? event['id'] : undefined
    return typeof id === 'string' && id !== '' ? id : undefined
  } catch {
    return undefined
  }
}

function usageStep(received: Usage): GenerationStep {
  return { kind: 'usage', usage: exactUsage(received), received }
}

/** Counts that go into the ledger must be whole, whatever another server says. */
function exactUsage(usage: Usage): Usage {
  const whole = (value: number) => (Number.isSafeInteger(value) && value >= 0 ? value : 0)
  const prompt_tokens = whole(usage.prompt_tokens)
  const completion_tokens = whole(usage.completion_tokens)
  const { prompt_tokens_details: details, ...rest } = usage
  return {
    ...rest,
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: {
      cached_tokens: whole(details?.cached_tokens ?? 0),
      cache_creation_input_tokens: whole(details?.cache_creation_input_tokens ?? 0),
    },
  }
}

function upstreamFailure(message: string): StreamFailure {
  return new StreamFailure({ message, type: 'api_error', code: 'upstream_error', param: null })
}
