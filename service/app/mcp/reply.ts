import type { JsonObject } from '../../../contract/json.ts'
import { eventStream, eventText } from '../inference/chat/event-stream.ts'

/** Text that may wait for a client that does not read, characters. */
const MAX_WAITING = 32_000_000
/** Messages that may come before the result. */
const MAX_MESSAGES = 10_000

/** How a request is answered: with one message, or with a stream of several. */
type ReplyBody =
  | { kind: 'message'; message: JsonObject; status: number }
  | { kind: 'stream'; stream: ReadableStream<Uint8Array> }

/** The answer to one request, as it comes about. */
export interface Reply {
  /** What to answer with, once that is known. */
  readonly body: Promise<ReplyBody>
  /** Sends a message before the result, which makes the answer a stream. False when it cannot be sent. */
  notify(message: JsonObject): boolean
  /** Ends the answer with its result or error. The status counts only where nothing was sent before. */
  finish(message: JsonObject, status?: number): void
}

/** An answer that nothing was said of yet. `onGone` runs when the client stops to read its stream. */
export function createReply(acceptsStream: boolean, onGone: () => void): Reply {
  const waiting: string[] = []
  let length = 0
  let count = 0
  let isStream = false
  let isEnded = false
  let wake: () => void = () => undefined
  let settle: (body: ReplyBody) => void = () => undefined
  const body = new Promise<ReplyBody>((resolve) => (settle = resolve))

  async function* events(): AsyncGenerator<string> {
    for (;;) {
      const text = waiting.splice(0).join('')
      length = 0
      if (text !== '') yield text
      else if (isEnded) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const send = (message: JsonObject) => {
    const text = eventText(message)
    waiting.push(text)
    length += text.length
    count += 1
    wake()
  }
  return {
    body,
    notify: (message) => {
      if (isEnded || !acceptsStream || count >= MAX_MESSAGES || length > MAX_WAITING) return false
      if (!isStream) {
        isStream = true
        const gone = () => {
          isEnded = true
          wake()
          onGone()
        }
        settle({ kind: 'stream', stream: eventStream(events(), gone) })
      }
      send(message)
      return true
    },
    finish: (message, status = 200) => {
      if (isEnded) return
      isEnded = true
      if (isStream) send(message)
      else settle({ kind: 'message', message, status })
    },
  }
}
