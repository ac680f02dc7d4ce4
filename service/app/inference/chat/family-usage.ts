import type { Usage } from '../../../../contract/chat/response.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { GenerationRequest } from '../engine.ts'

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
