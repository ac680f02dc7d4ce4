import {
  chatCompletionSchema,
  type TokenLogprob,
  type Usage,
} from '../../contract/chat/response.ts'
import {
  chatCompletionChunkSchema,
  STREAM_END,
  type Delta,
} from '../../contract/chat/stream-chunk.ts'
import { readStreamError } from '../../contract/errors/read-stream-error.ts'
import { validate } from '../../contract/validation.ts'
import { standardError } from '../http/http-error.ts'
import type { FinishReason, GenerationStep, StepDelta } from './engine.ts'
import { eventData } from './sse-lines.ts'
import { StreamFailure } from './stream-failure.ts'
import { countTokens } from './tokens.ts'

/** The steps of another server's event stream, chunk by chunk. A stream that just stops is an error. */
export async function* stepsOfStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<GenerationStep> {
  let finished = false
  try {
    for await (const data of eventData(body)) {
      if (data === STREAM_END) return
      const event = parse(data)
      const error = readStreamError(event, Date.now())
      if (error) throw upstreamFailure(error.message)
      const chunk = validate(chatCompletionChunkSchema, event)
      if (!chunk.ok) continue
      for (const { index, delta, finish_reason, logprobs } of chunk.value.choices ?? []) {
        const step = delta ? deltaStep(index, delta, logprobs) : undefined
        if (step) yield step
        if (finish_reason) {
          finished = true
          yield { kind: 'finish', choice: index, reason: finishReason(finish_reason) }
        }
      }
      if (chunk.value.usage) yield { kind: 'usage', usage: exactUsage(chunk.value.usage) }
    }
  } catch (error) {
    if (signal.aborted || error instanceof StreamFailure) throw error
    throw upstreamFailure('The upstream server broke off its answer.')
  }
  if (!finished) throw upstreamFailure('The upstream server ended its answer without finishing it.')
}

/** The steps of another server's whole answer. */
export async function* stepsOfCompletion(body: unknown): AsyncGenerator<GenerationStep> {
  const completion = validate(chatCompletionSchema, body)
  if (!completion.ok)
    throw standardError(
      502,
      'The upstream server answered with something that is not a chat completion.',
    )
  for (const { index, message, finish_reason, logprobs } of completion.value.choices ?? []) {
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
    if (step) yield step
    for (const logprob of tokensOf(logprobs))
      yield { kind: 'delta', choice: index, delta: {}, tokens: 0, logprob }
    yield { kind: 'finish', choice: index, reason: finishReason(finish_reason ?? 'stop') }
  }
  if (completion.value.usage) yield { kind: 'usage', usage: exactUsage(completion.value.usage) }
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
