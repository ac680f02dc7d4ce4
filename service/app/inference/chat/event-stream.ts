/** The content type of a stream. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** A comment goes out when nothing else did for this long, so that no one in between hangs up, ms. */
const HEARTBEAT_MS = 10_000

const encoder = new TextEncoder()

/** Line separators that JSON leaves as they are but some readers of streams split lines at. */
const SEPARATORS = /[\u0085\u2028\u2029]/g

/** JSON on one line, so that no text can start an event of its own. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    SEPARATORS,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** One event. */
export function eventText(value: unknown): string {
  return `data: ${jsonLine(value)}\n\n`
}

/** The end of every complete stream. */
export const END_TEXT = 'data: [DONE]\n\n'

/**
 * The bytes of an event stream, made from text events as fast as the client takes them, with
 * heartbeats in every silence. `onGone` runs when the client hangs up. The stream itself never
 * errors: what goes wrong is told in an event, or the connection is dropped by the caller.
 */
export function eventStream(
  events: AsyncIterator<string>,
  onGone: () => void,
  heartbeatMs: number = HEARTBEAT_MS,
): ReadableStream<Uint8Array> {
  let heartbeat: ReturnType<typeof setTimeout> | undefined
  let lastAt = Date.now()
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // Not set anew for every token: it looks how long the silence has been.
        const look = () => {
          const silentMs = Date.now() - lastAt
          if (silentMs >= heartbeatMs) {
            controller.enqueue(encoder.encode(': keep-alive\n\n'))
            lastAt = Date.now()
          }
          heartbeat = setTimeout(look, heartbeatMs - (Date.now() - lastAt))
        }
        heartbeat = setTimeout(look, heartbeatMs)
      },
      pull: async (controller) => {
        let more = false
        try {
          const { done, value } = await events.next()
          if (done) return controller.close()
          controller.enqueue(encoder.encode(value))
          more = true
        } finally {
          if (more) lastAt = Date.now()
          else clearTimeout(heartbeat)
        }
      },
      cancel: () => {
        clearTimeout(heartbeat)
        onGone()
      },
    },
    // Nothing is made ahead: what was not taken was not sent, so it is not charged either.
    { highWaterMark: 0 },
  )
}
