import type { Failure } from '../errors/failure.ts'
import type { ServedModel } from '../headers/served-model.ts'
import { withMedia, type AnswerMedia } from './answer-media.ts'
import type { AnswerPhase } from './answer-phase.ts'
import type { ReasoningDetail } from './messages.ts'
import type { ChatCompletion, Citation, Cost, TokenLogprob, Usage, VendorEcho } from './response.ts'
import type { ChatCompletionChunk, Delta, ToolCallDelta } from './stream-chunk.ts'
import { addPiece, endOfText, type ThinkTagText } from './think-tags.ts'

/** A tool call as its pieces come in; `arguments` is JSON text, perhaps not yet whole. */
export interface ToolCallDraft {
  id: string
  name: string
  arguments: string
}

/** One of the `n` choices of an answer; what stands in `<think>` tags is reasoning. */
export interface AnswerChoice extends ThinkTagText {
  content: string
  reasoning: string
  reasoningDetails: readonly ReasoningDetail[]
  toolCalls: readonly ToolCallDraft[]
  logprobs: readonly TokenLogprob[]
  /** Pictures, sounds and films; absent when there are none. */
  media?: readonly AnswerMedia[]
  finishReason?: string
}

/** How an answer was encrypted end to end. */
interface AnswerEncryption {
  /** Who runs the enclave, as its attestation says. */
  provider: string
  /** Something of the answer came as plain text all the same. */
  plain?: true
}

/** An answer, streamed or whole, in the one shape that the page shows and stores. */
export interface Answer {
  phase: AnswerPhase
  id?: string
  /** The model that served it, which need not be the one asked for. */
  model?: string
  choices: readonly AnswerChoice[]
  usage?: Usage
  cost?: Cost
  citations: readonly Citation[]
  echo?: VendorEcho
  failure?: Failure
  /** Times in ms since the request was sent. */
  timing: {
    firstToken?: number
    /** The first text or call after the reasoning. */
    firstContent?: number
    end?: number
    /** When its events came: `tickStrip`. */
    ticks?: string
  }
  /** What the headers said about the model; absent when nothing. */
  served?: ServedModel
  /** Absent for an answer that travelled as it is. */
  encryption?: AnswerEncryption
}

/** The answer before anything has arrived. */
export const emptyAnswer: Answer = {
  phase: 'connecting',
  choices: [],
  citations: [],
  timing: {},
}

/** More choices or calls than this are not real: a hostile index must not allocate memory. */
const MAX_CHOICES = 128
const MAX_TOOL_CALLS = 128

const emptyChoice: AnswerChoice = {
  content: '',
  reasoning: '',
  reasoningDetails: [],
  toolCalls: [],
  logprobs: [],
}

/** The answer with one stream chunk added. Chunks may lack choices, and come in any mixture. */
export function withChunk(answer: Answer, chunk: ChatCompletionChunk): Answer {
  const choices = (chunk.choices ?? []).reduce<readonly AnswerChoice[]>((list, piece) => {
    if (piece.index >= MAX_CHOICES) return list
    const choice = list[piece.index] ?? emptyChoice
    const next = withDelta(choice, piece.delta ?? {})
    const logprobs = logprobsOf(piece.logprobs)
    return replaceAt(list, piece.index, emptyChoice, {
      ...(piece.finish_reason == null
        ? next
        : { ...endedChoice(next), finishReason: piece.finish_reason }),
      ...(logprobs.length === 0 ? {} : { logprobs: [...next.logprobs, ...logprobs] }),
    })
  }, answer.choices)
  return {
    ...answer,
    choices,
    ...(chunk.id === undefined ? {} : { id: chunk.id }),
    ...(chunk.model === undefined ? {} : { model: chunk.model }),
    ...(chunk.usage == null ? {} : { usage: chunk.usage }),
    ...(chunk.cost == null ? {} : { cost: chunk.cost }),
    ...withEcho(answer, chunk.vendor_parameters),
  }
}

/** The answer when nothing more comes, whatever the reason. */
export function withEnd(answer: Answer): Answer {
  return answer.choices.some(({ thinkTags }) => thinkTags !== undefined)
    ? { ...answer, choices: answer.choices.map(endedChoice) }
    : answer
}

/** The answer of a request that was not streamed. */
export function answerFromCompletion(completion: ChatCompletion): Answer {
  const choices = (completion.choices ?? [])
    .filter((choice) => choice.index < MAX_CHOICES)
    .reduce<readonly AnswerChoice[]>((list, choice) => {
      const { message } = choice
      const reasoning = message.reasoning_content ?? ''
      return replaceAt(list, choice.index, emptyChoice, {
        ...endOfText(addPiece({ content: '', reasoning }, contentText(message.content))),
        reasoningDetails: message.reasoning_details ?? [],
        toolCalls: (message.tool_calls ?? []).slice(0, MAX_TOOL_CALLS).map((call) => ({
          id: call.id,
          name: call.function.name,
          arguments: call.function.arguments,
        })),
        logprobs: logprobsOf(choice.logprobs),
        ...mediaOf([], message),
        finishReason: choice.finish_reason ?? 'stop',
      })
    }, [])
  return {
    phase: 'finished',
    id: completion.id,
    model: completion.model,
    choices,
    timing: {},
    citations: [],
    ...(completion.usage == null ? {} : { usage: completion.usage }),
    ...(completion.cost == null ? {} : { cost: completion.cost }),
    ...withEcho(emptyAnswer, completion.vendor_parameters),
  }
}

/**
 * Whether a stream that ended cleanly gave a whole answer: something was started, and everything
 * that was started says why it ended. Anything less is a cut.
 */
export function isComplete(answer: Pick<Answer, 'choices'>): boolean {
  return (
    answer.choices.length > 0 && answer.choices.every((choice) => choice.finishReason !== undefined)
  )
}

function withDelta(choice: AnswerChoice, delta: Delta): AnswerChoice {
  const { content, reasoning_content: reasoning, reasoning_details: details } = delta
  return {
    ...choice,
    ...textOf(choice, content, reasoning),
    ...mediaOf(choice.media ?? [], delta),
    ...(details == null ? {} : { reasoningDetails: [...choice.reasoningDetails, ...details] }),
    ...(delta.tool_calls == null
      ? {}
      : { toolCalls: delta.tool_calls.reduce(withToolCall, choice.toolCalls) }),
  }
}

function textOf(
  { content, reasoning, thinkTags }: ThinkTagText,
  moreContent: string | null | undefined,
  moreReasoning: string | null | undefined,
): ThinkTagText {
  const text = {
    content,
    reasoning: reasoning + (moreReasoning ?? ''),
    ...(thinkTags && { thinkTags }),
  }
  return moreContent ? addPiece(text, moreContent) : text
}

function endedChoice({ thinkTags, ...choice }: AnswerChoice): AnswerChoice {
  if (thinkTags === undefined) return choice
  return { ...choice, ...endOfText({ ...choice, thinkTags }) }
}

function withToolCall(
  calls: readonly ToolCallDraft[],
  piece: ToolCallDelta,
): readonly ToolCallDraft[] {
  const index = piece.index ?? placeOfCall(calls, piece.id)
  if (index >= MAX_TOOL_CALLS) return calls
  const empty: ToolCallDraft = { id: '', name: '', arguments: '' }
  const call = calls[index] ?? empty
  return replaceAt(calls, index, empty, {
    id: piece.id || call.id,
    name: call.name + (piece.function?.name ?? ''),
    arguments: call.arguments + (piece.function?.arguments ?? ''),
  })
}

/** Servers that leave the index out send whole calls, or go on with the last one. */
function placeOfCall(calls: readonly ToolCallDraft[], id: string | null | undefined): number {
  if (!id) return Math.max(0, calls.length - 1)
  const known = calls.findIndex((call) => call.id === id)
  return known < 0 ? calls.length : known
}

function withEcho(answer: Answer, echo: VendorEcho | null | undefined) {
  if (echo == null) return {}
  const known = new Set(answer.citations.map((citation) => citation.url))
  const fresh = (echo.web_search_citations ?? []).filter(({ url }) => !known.has(url))
  return { echo, citations: [...answer.citations, ...fresh] }
}

function logprobsOf(logprobs: unknown): readonly TokenLogprob[] {
  if (typeof logprobs !== 'object' || logprobs === null) return []
  if ('content' in logprobs) return Array.isArray(logprobs.content) ? logprobs.content : []
  return 'token' in logprobs ? [logprobs as TokenLogprob] : []
}

function mediaOf(known: readonly AnswerMedia[], message: Readonly<Record<string, unknown>>) {
  const media = withMedia(known, message)
  return media === known ? {} : { media }
}

function contentText(content: string | readonly object[] | null | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : []))
    .join('')
}

/** A copy of the list with one entry replaced; entries skipped over are filled with `empty`. */
function replaceAt<T>(list: readonly T[], index: number, empty: T, value: T): readonly T[] {
  const length = Math.max(list.length, index + 1)
  return Array.from({ length }, (_, i) => (i === index ? value : (list[i] ?? empty)))
}
