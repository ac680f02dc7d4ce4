import type { Exchange } from '../exchanges/exchange.ts'

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

interface StreamClocks {
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

/** Columns of a strip: it is a few hundred pixels wide at most. */
export const STRIP_COLUMNS = 60

/**
 * When the events of a response came, as a text of 60 columns over its time from sent to end: `.`
 * none, `:` some, `|` a tool call or an error among them. A response that did not stream has a tick
 * for its headers and one for its end. Undefined where nothing came, or it is not over.
 */
export function tickStrip({ events, eventCount, timing }: TickSource): string | undefined {
  const { end, headers } = timing
  if (end === undefined || headers === undefined) return undefined
  const columns = Array.from({ length: STRIP_COLUMNS }, () => '.')
  const mark = (at: number, tick: string) => {
    const column = Math.min(STRIP_COLUMNS - 1, Math.floor((at / Math.max(end, 1)) * STRIP_COLUMNS))
    if (columns[column] !== '|') columns[column] = tick
  }
  if (eventCount === 0) for (const at of [headers, end]) mark(at, ':')
  for (let index = 0; index < eventCount; index += 1) {
    const event = events.at(index)
    if (event !== undefined) mark(event.at, isLoud(event.data) ? '|' : ':')
  }
  return columns.join('')
}

type TickSource = Pick<Exchange, 'events' | 'eventCount' | 'timing'>

/** Whether an event is a tool call or an error, by its text alone: parsing thousands again would be slow. */
export function isLoud(data: string): boolean {
  return data.includes('"tool_calls":[') || data.startsWith('{"error"')
}
