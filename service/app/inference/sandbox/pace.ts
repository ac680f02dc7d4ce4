import { nextTurn } from '../../timing/next-turn.ts'
import { pause } from '../../timing/pause.ts'

/** When nothing else was asked for: quick, but visibly one piece after the other. */
export const DEFAULT_TOKENS_PER_SECOND = 90
/** Silence before the first token of a stream, ms. */
export const FIRST_TOKEN_DELAY_MS = 150

const TURN_EVERY = 64

/**
 * Waits so that tokens leave at a steady rate, whatever the timer's grain: each token has its due
 * time. A rate of 0 never waits, but lets others have their turn. Rejects when the signal ends it.
 */
export function createPace(tokensPerSecond: number, signal: AbortSignal): () => Promise<void> {
  const started = performance.now()
  let tokens = 0
  return async () => {
    tokens += 1
    signal.throwIfAborted()
    const due = tokensPerSecond > 0 ? started + ((tokens - 1) * 1000) / tokensPerSecond : 0
    const wait = due - performance.now()
    if (wait >= 1) await pause(wait, signal)
    else if (tokens % TURN_EVERY === 0) await nextTurn(signal)
  }
}
