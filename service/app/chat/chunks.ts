import type {
  Citation,
  Cost,
  TokenLogprob,
  Usage,
  VendorEcho,
} from '../../../contract/chat/response.ts'
import type { ChatCompletionChunk, Delta } from '../../../contract/chat/stream-chunk.ts'
import type { FinishReason, StepDelta } from '../inference/engine.ts'
import type { CompletionIdentity } from './generation-job.ts'

/** A chunk that adds to one choice. */
export function deltaChunk(
  answer: CompletionIdentity,
  index: number,
  delta: StepDelta | Delta,
  logprob?: TokenLogprob,
): ChatCompletionChunk {
  const { others, ...said } = delta as StepDelta & Delta
  const whole = { ...others, ...said }
  return chunk(answer, [
    logprob === undefined
      ? { index, delta: whole, finish_reason: null }
      : { index, delta: whole, logprobs: { content: [logprob] }, finish_reason: null },
  ])
}

/** The chunk that ends one choice. */
export function finishChunk(
  answer: CompletionIdentity,
  index: number,
  reason: FinishReason,
): ChatCompletionChunk {
  return chunk(answer, [{ index, delta: {}, finish_reason: reason }])
}

/** The chunk of search results (`include_search_results_in_stream`). */
export function searchResultsChunk(
  answer: CompletionIdentity,
  results: readonly Citation[],
): ChatCompletionChunk {
  return { ...chunk(answer, []), vendor_parameters: { web_search_citations: [...results] } }
}

/** The last chunk: no choices, but the counts, the cost and the parameters that were in force. */
export function usageChunk(
  answer: CompletionIdentity,
  usage: Usage,
  cost: Cost,
  echo: VendorEcho,
): ChatCompletionChunk {
  return { ...chunk(answer, []), usage, cost, vendor_parameters: echo }
}

function chunk(
  { id, created, model }: CompletionIdentity,
  choices: NonNullable<ChatCompletionChunk['choices']>,
): ChatCompletionChunk {
  return { id, object: 'chat.completion.chunk', created, model, choices }
}
