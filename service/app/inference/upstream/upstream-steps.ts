import { withCall, type CallsState, type Told } from '../../../../contract/chat/answer.ts'
import { type ChatChunk, type ChunkChoice } from '../../../../contract/chat/read/read-chunk.ts'
import { isOneResponse, type WireReading } from '../../../../contract/chat/read/read-event.ts'
import { pricedCounts, type TokenCounts } from '../../../../contract/chat/read/read-facts.ts'
import type { ToolCallDelta, Usage } from '../../../../contract/chat/response.ts'
import type { ServiceError } from '../../../../contract/errors/service-error.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { StreamFailure } from '../chat/answer-stream.ts'
import type { Generation, GenerationStep, GenerationSteps, StepDelta } from '../engine.ts'
import { countTokens } from '../prepare/tokens.ts'
import { refusalOf, unreadable } from './upstream-error.ts'
import { UpstreamBodyError, upstreamReadings } from './upstream-request.ts'

/**
 * Another server's response once something of it is there: its id, and its steps. A stream that just stops is an error.
 * @param asked how many choices were asked for (one that is counted otherwise takes the first free place), and what must
 * not be in the response
 * @throws HttpError for one that is none, or that says at its beginning that it failed
 */
export async function readUpstream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  { choices = 1, secrets }: { choices?: number | undefined; secrets: readonly string[] },
): Promise<Generation> {
  const readings = upstreamReadings(body, { secrets })
  const first = await readings.next().catch((error: unknown) => {
    if (signal.aborted) throw error
    throw unreadable(error)
  })
  if (first.done) throw unreadable(new UpstreamBodyError('is empty'))
  const [opening] = first.value.readings.filter(({ kind }) => kind !== 'note')
  if (opening?.kind === 'error') throw refusalOf(opening.error)
  if (first.value.isWhole && first.value.readings.every(({ kind }) => kind !== 'chunk'))
    throw unreadable(new UpstreamBodyError('is not a chat completion'))
  const id = first.value.readings
    .flatMap((reading) => (reading.kind === 'chunk' ? [reading.chunk.id] : []))
    .find((known) => known !== undefined)
  const all = async function* () {
    yield first.value
    yield* readings
  }
  return { steps: stepsOf(all(), signal, choices), ...given({ id }) }
}

async function* stepsOf(
  body: AsyncIterable<{ readings: readonly WireReading[]; isWhole: boolean }>,
  signal: AbortSignal,
  asked: number,
): GenerationSteps {
  const choices = new Map<number, ReturnType<typeof createChoiceSteps>>()
  const choiceOf = (index: number) => {
    const choice = choices.get(index) ?? createChoiceSteps(index < asked ? index : choices.size)
    choices.set(index, choice)
    return choice
  }
  let isFinished = false
  try {
    for await (const { readings, isWhole } of body) {
      const isAll = isWhole && isOneResponse(readings)
      isFinished ||= isAll
      const ready: GenerationStep[] = []
      for (const reading of readings) {
        if (reading.kind === 'error') {
          if (ready.length > 0) yield ready
          throw streamFailure(reading.error)
        }
        if (reading.kind !== 'chunk') continue
        for (const choice of reading.chunk.choices)
          ready.push(...choiceOf(choice.index).add(choice))
        ready.push(...factsOf(reading.chunk))
      }
      if (isAll) for (const choice of choices.values()) ready.push(...choice.end('stop'))
      if (ready.length > 0) yield ready
    }
  } catch (error) {
    if (signal.aborted || error instanceof StreamFailure) throw error
    throw upstreamFailure(
      error instanceof UpstreamBodyError
        ? `The upstream response ${error.message}.`
        : 'The upstream response was cut off.',
    )
  }
  isFinished ||= [...choices.values()].some((choice) => choice.isEnded())
  if (!isFinished) throw upstreamFailure('The upstream response ended without a finish reason.')
}

/** Makes steps of what is read of one choice. Tool calls are counted from 0, as the page puts them together. */
function createChoiceSteps(choice: number) {
  let calls: CallsState = { toolCalls: [], callIndexes: [] }
  let isEnded = false
  const told: Told = { notes: new Set(), isOdd: false }

  const callDeltas = (piece: ChunkChoice): ToolCallDelta[] =>
    piece.calls.flatMap((call) => {
      const before = calls.toolCalls
      calls = withCall(calls, call, told)
      const index = calls.toolCalls.findIndex((known, at) => known !== before[at])
      const now = calls.toolCalls[index]
      if (now === undefined) return []
      const known = before[index]
      const name = now.name.slice(known?.name.length ?? 0)
      const { function: inner, ...others } = freshMembers(now.more, known?.more)
      const isNamed = known === undefined || known.id !== now.id
      return [
        {
          index,
          ...(isNamed && now.id !== '' ? { id: now.id } : {}),
          ...(known === undefined ? { type: 'function' } : {}),
          ...others,
          function: {
            ...(isJsonObject(inner) ? inner : {}),
            ...(name === '' ? {} : { name }),
            arguments: now.arguments.slice(known?.arguments.length ?? 0),
          },
        },
      ]
    })

  /** Ends the choice for a reason, unless it has ended. */
  const end = (reason: string): GenerationStep[] => {
    if (isEnded) return []
    isEnded = true
    const nameless = calls.toolCalls.flatMap(({ id }, index): ToolCallDelta[] =>
      id === '' ? [{ index, id: `call_${index + 1}` }] : [],
    )
    const named: GenerationStep[] =
      nameless.length === 0
        ? []
        : [{ kind: 'delta', choice, delta: { tool_calls: nameless }, tokens: 0 }]
    return [...named, { kind: 'finish', choice, reason }]
  }

  return {
    isEnded: () => isEnded,
    end,
    add: (piece: ChunkChoice) => {
      const { content, reasoning, refusal, reasoningDetails, logprobs, finishReason } = piece
      const tool_calls = callDeltas(piece)
      const others = othersOf(piece)
      const delta: StepDelta = {
        ...(content !== '' && { content }),
        ...(reasoning !== '' && { reasoning_content: reasoning }),
        ...(refusal !== '' && { refusal }),
        ...(reasoningDetails.length > 0 && { reasoning_details: [...reasoningDetails] }),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(others && { others }),
      }
      const [logprob, ...more] = logprobs
      const called = tool_calls.map((call) => call.function?.arguments ?? '').join('')
      const steps: GenerationStep[] = []
      if (Object.keys(delta).length > 0 || logprob !== undefined)
        steps.push({
          kind: 'delta',
          choice,
          delta,
          tokens: countTokens(`${content}${reasoning}${refusal}${called}`),
          ...(logprob && { logprob }),
        })
      for (const token of more)
        steps.push({ kind: 'delta', choice, delta: {}, tokens: 0, logprob: token })
      return finishReason === undefined ? steps : [...steps, ...end(finishReason)]
    },
  }
}

function freshMembers(now: JsonObject = {}, before: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(before, name)))
}

function othersOf({ more, media }: ChunkChoice): JsonObject | undefined {
  const { content, images, audio } = media ?? {}
  const pictures = [...listOf(content).filter(isMedia), ...listOf(images)]
  const others: JsonObject = {
    ...more,
    ...(pictures.length > 0 && { images: pictures }),
    ...(audio != null && { audio }),
  }
  return Object.keys(others).length === 0 ? undefined : others
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function isMedia(part: JsonValue): boolean {
  return typeof part === 'object' && part !== null && !('text' in part) && !('thinking' in part)
}

function factsOf({ citations, usage }: ChatChunk): GenerationStep[] {
  return [
    ...(citations.length > 0 ? [{ kind: 'sources' as const, citations }] : []),
    ...usageSteps(usage),
  ]
}

/** Counts that go into the ledger must be known; otherwise the service counts by itself. */
function usageSteps(received: TokenCounts | undefined): GenerationStep[] {
  const counts = pricedCounts(received)
  if (counts === undefined) return []
  const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = counts
  const usage: Usage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: {
      cached_tokens: details?.cached_tokens ?? 0,
      cache_creation_input_tokens: details?.cache_creation_input_tokens ?? 0,
    },
  }
  const { completion_tokens_details, ...others } = received ?? {}
  return [
    {
      kind: 'usage',
      usage,
      received: {
        ...others,
        prompt_tokens,
        completion_tokens,
        total_tokens: received?.total_tokens ?? usage.total_tokens,
        ...(completion_tokens_details && { completion_tokens_details }),
      } as Usage,
    },
  ]
}

/** An error that another server sends in its stream, in its own words. */
function streamFailure({ kind, message }: ServiceError): StreamFailure {
  const code =
    kind === 'rate_limited'
      ? 'rate_limit_exceeded'
      : kind === 'at_capacity'
        ? 'model_overloaded'
        : kind === 'timed_out'
          ? 'request_timeout'
          : 'upstream_error'
  return upstreamFailure(message, code)
}

function upstreamFailure(message: string, code = 'upstream_error'): StreamFailure {
  return new StreamFailure({ message, type: 'api_error', code, param: null })
}
