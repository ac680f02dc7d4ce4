import type { Failure } from '../../../../contract/errors/failure.ts'
import { updateExchange } from '../exchanges/exchange-store.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'
import type { OpenCall } from '../http.ts'
import { createEventDecoder, EventTooLargeError } from './event-decoder.ts'
import { createStreamClocks } from './stream-clocks.ts'

/** How reading a stream ended. `clean` says only that the connection closed in good order. */
export type StreamEnd =
  | { kind: 'clean' }
  | { kind: 'stopped' }
  | { kind: 'failed'; failure: Failure }

/** What became of events: a failure when one of them says that the stream failed. */
type Taken = Failure | undefined

/** The most a page holds of one answer, in bytes. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const CHECK_EVERY = 1000

/**
 * Reads a `text/event-stream` to its end. Events are recorded in the exchange and handed to `take`
 * in batches, one per network read; `take` returns a failure when an event says that the stream
 * failed. Watches both clocks and gives up on a stall.
 */
export async function readStream(
  call: OpenCall,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  take: (events: readonly StreamEventRecord[]) => Taken | Promise<Taken>,
  quiet: (isQuiet: boolean) => void,
): Promise<StreamEnd> {
  const reader = body.getReader()
  const decoder = createEventDecoder()
  const clocks = createStreamClocks(performance.now())
  const log: StreamEventRecord[] = []
  let stalled = false
  const timer = setInterval(() => {
    const verdict = clocks.check(performance.now())
    quiet(verdict === 'quiet')
    if (verdict !== 'stalled') return
    stalled = true
    void reader.cancel()
  }, CHECK_EVERY)

  const record = (events: { event?: string; data: string }[]): Taken | Promise<Taken> => {
    if (events.length === 0) return undefined
    clocks.progress(performance.now())
    const at = call.elapsed()
    const records = events.map((event): StreamEventRecord => ({ at, ...event }))
    for (const entry of records) log.push(entry)
    updateExchange(call.exchangeId, (exchange) => ({
      ...exchange,
      events: log,
      eventCount: log.length,
      timing: { firstByte: at, ...exchange.timing },
    }))
    return take(records)
  }

  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (stalled) return failed('stalled', 'Nothing arrived for a long time.')
      if (done) {
        const failure = await record(decoder.end())
        return failure ? { kind: 'failed', failure } : { kind: 'clean' }
      }
      clocks.bytes(performance.now())
      bytes += value.byteLength
      const failure = await record(decoder.decode(value))
      if (failure) return { kind: 'failed', failure }
      if (bytes > MAX_ANSWER_BYTES)
        return failed('answer_too_large', `The answer went over ${MAX_ANSWER_BYTES} bytes.`)
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' }
    if (error instanceof EventTooLargeError)
      return failed('answer_too_large', 'One event of the stream is too large.')
    return failed('cut', 'The connection ended before the answer was complete.')
  } finally {
    clearInterval(timer)
    reader.cancel().catch(() => undefined)
  }
}

function failed(kind: 'stalled' | 'cut' | 'answer_too_large', message: string): StreamEnd {
  return { kind: 'failed', failure: { kind, message } }
}
