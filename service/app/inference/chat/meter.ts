import type { Usage } from '../../../../contract/chat/response.ts'
import type { GenerationStep } from '../engine.ts'
import type { CacheUse } from '../prepare/prompt-cache.ts'

/** Counts what a generation has produced so far, all choices together. */
export interface Meter {
  add(step: GenerationStep): void
  /** Whole numbers, to be charged. */
  usage(): Usage
  /** What the client is told: an engine's own counts go on as they came. */
  report(): Usage
}

/** A meter for a prompt of so many tokens, some of them read from or written to the cache. Counts from an engine replace the meter's own. */
export function createMeter(promptTokens: number, cache: CacheUse): Meter {
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
    add: (step) => {
      if (step.kind === 'usage') reported = step
      if (step.kind !== 'delta') return
      completion += step.tokens
      if (step.delta.reasoning_content !== undefined) reasoning += step.tokens
    },
    usage: () => reported?.usage ?? counted(),
    report: () => reported?.received ?? counted(),
  }
}
