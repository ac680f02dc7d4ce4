/** How long each kind of silence may last, in ms. */
export interface SilenceLimits {
  /** Until the first byte of the answer. */
  firstByte: number
  /** Without any byte, keep-alives included. */
  transport: number
  /** Without any data event: the point at which people are told. */
  progressSoft: number
  /** Without any data event: the point at which the stream is given up. */
  progressHard: number
}

export const SILENCE_LIMITS: SilenceLimits = {
  firstByte: 60_000,
  transport: 20_000,
  progressSoft: 60_000,
  progressHard: 180_000,
}

type SilenceVerdict = 'alive' | 'quiet' | 'stalled'

export interface StreamClocks {
  /** Any byte arrived, a keep-alive included. */
  bytes(now: number): void
  /** A data event arrived. */
  progress(now: number): void
  check(now: number): SilenceVerdict
}

/** A check this late (ms) means that the page itself was asleep, not the stream. */
const ASLEEP = 10_000

/**
 * The two clocks of a stream. Keep-alives show that the connection lives, not that the model works:
 * so bytes and data events are timed apart. All times in ms of one monotonic clock. A server that
 * sends keep-alives at its own pace is given three of its intervals before it counts as silent.
 */
export function createStreamClocks(start: number, limits = SILENCE_LIMITS): StreamClocks {
  let lastByte = start
  let lastProgress = start
  let lastCheck = start
  let heard = false
  let heartbeat = 0
  return {
    bytes(now) {
      if (heard) heartbeat = Math.max(heartbeat, Math.min(now - lastByte, limits.transport))
      heard = true
      lastByte = now
    },
    progress(now) {
      lastProgress = now
    },
    check(now) {
      const slept = now - lastCheck
      lastCheck = now
      if (slept > ASLEEP) {
        lastByte += slept
        lastProgress += slept
      }
      const silence = now - lastByte
      if (!heard) return silence > limits.firstByte ? 'stalled' : 'alive'
      const waiting = now - lastProgress
      if (silence > Math.max(limits.transport, 3 * heartbeat)) return 'stalled'
      if (waiting > limits.progressHard) return 'stalled'
      return waiting > limits.progressSoft ? 'quiet' : 'alive'
    },
  }
}
