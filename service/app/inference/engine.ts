import type { ReasoningDetail } from '../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import type { EffectiveVendorParameters } from '../../../contract/chat/request/vendor-parameters.ts'
import type {
  Citation,
  FINISH_REASONS,
  TokenLogprob,
  ToolCallDelta,
  Usage,
} from '../../../contract/chat/response.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { Model } from '../../../contract/models/model.ts'
import type { Character } from '../models/characters.ts'
import type { Inputs } from './inputs/inputs.ts'
import type { AddedMessage } from './prepare/added-messages.ts'
import type { SearchOutcome } from './search/search.ts'

/** A chat request ready to be answered. */
export interface GenerationRequest {
  /** The validated body. */
  request: ChatRequest
  /** The body as it arrived, with the fields the contract does not list. */
  received: JsonObject
  /** The model that answers, after traits, mappings and suffixes. */
  model: Model
  vendor: EffectiveVendorParameters
  /** System messages that the service puts before the caller's. */
  added: readonly AddedMessage[]
  character: Character | undefined
  search: SearchOutcome
  /** What was read for it: parts, files, addresses. */
  inputs: Inputs
  /** Most tokens per choice, visible plus reasoning. */
  maxTokens: number
  stream: boolean
  /** As particular as what is behind the real service (`--like-provider`). */
  likeProvider: boolean
}

/** Why a choice ended: the documented reasons, and what other servers say beside them. */
export type FinishReason = (typeof FINISH_REASONS)[number] | (string & {})

/** What one step adds to a choice. */
export type StepDelta = {
  content?: string
  reasoning_content?: string
  reasoning_details?: ReasoningDetail[]
  refusal?: string
  tool_calls?: ToolCallDelta[]
  /** Members that only another server's model uses; they go on as they came. */
  others?: JsonObject
}

/** One step of a generation. */
export type GenerationStep =
  /** `tokens` is what the step counts as; a step of structure only counts 0. */
  | { kind: 'delta'; choice: number; delta: StepDelta; tokens: number; logprob?: TokenLogprob }
  | { kind: 'finish'; choice: number; reason: FinishReason }
  /** Sources that an engine gives by itself. */
  | { kind: 'sources'; citations: readonly Citation[] }
  /** Counts from an engine that knows them better than the service's own token rule: as they came, and fit to be charged. */
  | { kind: 'usage'; usage: Usage; received: Usage }
  /** The connection is to be dropped here, without an end. */
  | { kind: 'cut' }

/** The steps of a generation in their order, each time those that are ready together. */
export type GenerationSteps = AsyncIterable<readonly GenerationStep[]>

/** An answer that is coming. */
export interface Generation {
  steps: GenerationSteps
  /** The id that another server gave its answer. */
  id?: string
}

/**
 * Something that answers chat requests. `start` resolves once it is certain that an answer is
 * coming, and rejects with an `HttpError` otherwise; an error thrown later is sent inside the
 * stream. The signal ends the generation early.
 */
export interface Engine {
  /** The default system prompt of the models behind it; absent when requests go as they are. */
  systemPrompt?: string
  start(generation: GenerationRequest, signal: AbortSignal): Promise<Generation>
}
