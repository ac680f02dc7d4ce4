import type { Usage } from '../../../../contract/chat/response.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { AppContext } from '../../http/app-environment.ts'
import type { MeteredRequest } from '../../money/metered-request.ts'
import type { GenerationRequest, GenerationStep, GenerationSteps } from '../engine.ts'
import type { CacheUse } from '../prepare/prompt-cache.ts'

/** A meter for a prompt of so many tokens, some of them read from or written to the cache. Counts from an engine replace the meter's own. */
export function createMeter(promptTokens: number, cache: CacheUse) {
  let completion = 0
  let reasoning = 0
  let reported: { usage: Usage; received: Usage } | undefined
  const counted = (): Usage => ({
    prompt_tokens: promptTokens,
    completion_tokens: completion,
    total_tokens: promptTokens + completion,
    prompt_tokens_details: {
      cached_tokens: cache.read,
      cache_creation_input_tokens: cache.written,
    },
    completion_tokens_details: { reasoning_tokens: reasoning },
  })
  return {
    add: (step: GenerationStep) => {
      if (step.kind === 'usage') reported = step
      if (step.kind !== 'delta') return
      completion += step.tokens
      if (step.delta.reasoning_content !== undefined) reasoning += step.tokens
    },
    /** Whole numbers, to be charged. */
    usage: () => reported?.usage ?? counted(),
    /** What the client is told: an engine's own counts go on as they came. */
    report: () => reported?.received ?? counted(),
  }
}

/**
 * Usage as the families of models behind the real service report it: some count cache reads beside the details,
 * some give no details, and only models that reason count reasoning.
 */
export function familyUsage(usage: Usage, { likeProvider, model }: GenerationRequest): Usage {
  if (!likeProvider) return usage
  const { prompt_tokens_details: prompt, completion_tokens_details: completion, ...counts } = usage
  const cached = prompt?.cached_tokens ?? 0
  switch (model.id) {
    case 'sandbox-large':
      return { ...counts, cache_read_input_tokens: cached }
    case 'sandbox-fast':
      return { ...counts, prompt_tokens_details: null, completion_tokens_details: null }
    case 'sandbox-reasoning':
      return {
        ...counts,
        prompt_tokens_details: { cached_tokens: cached },
        completion_tokens_details: completion ?? null,
      }
    default:
      return { ...counts, prompt_tokens_details: { cached_tokens: cached } }
  }
}

/** What the real service puts around a response besides. */
export function envelopeExtras({ likeProvider }: GenerationRequest): JsonObject {
  return likeProvider
    ? { service_tier: 'default', kv_transfer_params: null, prompt_token_ids: null }
    : {}
}

/** A generation that has started, and all that responding to it needs. */
export interface GenerationJob {
  context: AppContext
  generation: GenerationRequest
  steps: GenerationSteps
  /** Fires when the client is gone, the deadline is over or the service stops. */
  signal: AbortSignal
  metered: MeteredRequest
  meter: ReturnType<typeof createMeter>
  identity: CompletionIdentity
}

/** What every chunk of one response repeats. */
export interface CompletionIdentity {
  id: string
  /** Unix seconds. */
  created: number
  model: string
}

/** Creates the id and timestamp shared by every chunk of a response; an id that is given is used. */
export function newIdentity(model: string, id?: string): CompletionIdentity {
  return {
    id: id ?? `chatcmpl-${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
    created: Math.floor(Date.now() / 1000),
    model,
  }
}
