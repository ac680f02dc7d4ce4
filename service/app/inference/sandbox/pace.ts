import { nextTurn } from '../../timing/next-turn.ts'
import { pause } from '../../timing/pause.ts'

/** When nothing else was asked for: quick, but visibly one piece after the other. */
export const DEFAULT_TOKENS_PER_SECOND = 90
/** Silence before the first token of a stream, ms. */
export const FIRST_TOKEN_DELAY_MS = 150

const TURN_EVERY = 64

/** When the tokens of an answer leave. */
interface Pace {
  /** How long the next token has to wait, ms; 0 to let others have their turn, undefined for not at all. */
  next(): number | undefined
  /** Waits so long. Rejects when the signal ends it. */
  wait(ms: number): Promise<void>
}

/**
 * A steady rate, whatever the timer's grain: each token has its due time. A rate of 0 never waits, but
 * lets others have their turn.
 */
export function createPace(tokensPerSecond: number, signal: AbortSignal): Pace {
  const started = performance.now()
  let tokens = 0
  return {
    next: () => {
      signal.throwIfAborted()
      tokens += 1
      if (tokensPerSecond > 0) {
        const ms = started + ((tokens - 1) * 1000) / tokensPerSecond - performance.now()
        if (ms >= 1) return ms
      }
      return tokens % TURN_EVERY === 0 ? 0 : undefined
    },
    wait: (ms) => (ms > 0 ? pause(ms, signal) : nextTurn(signal)),
  }
}
