import type { Usage } from '../chat/response.ts'
import type { Model } from './model.ts'
import { priceOf } from './price.ts'

const TOKENS_PER_PRICE = 1_000_000n

/**
 * What so many tokens of a model cost, micro-USD, rounded up to a whole one. Tokens of all choices
 * together. Tokens read from or written to the prompt cache have prices of their own where the model
 * names them. A model without prices costs nothing.
 */
export function costInMicroUsd(
  model: Model,
  usage: Pick<Usage, 'prompt_tokens' | 'completion_tokens' | 'prompt_tokens_details'>,
): number {
  const price = priceOf(model)
  if (price === undefined) return 0
  const { extended } = price
  const far =
    extended !== undefined && usage.prompt_tokens > extended.aboveTokens ? extended : undefined
  const input = far?.input ?? price.input ?? 0
  const output = far?.output ?? price.output ?? 0
  const details = usage.prompt_tokens_details
  const prompt = whole(usage.prompt_tokens)
  const read = Math.min(whole(details?.cached_tokens), prompt)
  const written = Math.min(whole(details?.cache_creation_input_tokens), prompt - read)
  const total =
    BigInt(prompt - read - written) * BigInt(input) +
    BigInt(read) * BigInt(price.cacheRead ?? input) +
    BigInt(written) * BigInt(price.cacheWrite ?? input) +
    BigInt(whole(usage.completion_tokens)) * BigInt(output)
  return Number((total + TOKENS_PER_PRICE - 1n) / TOKENS_PER_PRICE)
}

/** A count as other servers write it: a part of a token is a token, and none is less than nothing. */
function whole(count: number | null | undefined): number {
  return Math.max(0, Math.ceil(count ?? 0))
}
