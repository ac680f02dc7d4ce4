import { createParser } from 'eventsource-parser'

/** One server-sent event. */
export interface ServerEvent {
  /** The event's type when the server names one; usually absent. */
  event?: string
  data: string
}

export interface EventDecoder {
  /** The events that these bytes complete. */
  decode(bytes: Uint8Array): ServerEvent[]
  /** The event that the end of the stream completes, if its closing blank line was left out. */
  end(): ServerEvent[]
}

/** A single event larger than this (in characters) is an attack or a mistake. */
const MAX_EVENT_LENGTH = 8 * 1024 * 1024

/** Thrown by `decode` when one event is larger than a page should hold. */
export class EventTooLargeError extends Error {
  override name = 'EventTooLargeError'
}

/**
 * Turns the bytes of a `text/event-stream` into events. Bytes may be split anywhere, inside a
 * character or a line ending; comments are dropped.
 */
export function createEventDecoder(): EventDecoder {
  const text = new TextDecoder('utf-8')
  let events: ServerEvent[] = []
  let tooLarge = false
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event, data }) => events.push(event === undefined ? { data } : { event, data }),
    onError: (error) => {
      tooLarge ||= error.type === 'max-buffer-size-exceeded'
    },
  })
  const feed = (piece: string): ServerEvent[] => {
    parser.feed(piece)
    if (tooLarge) throw new EventTooLargeError()
    const complete = events
    events = []
    return complete
  }
  return {
    decode: (bytes) => feed(text.decode(bytes, { stream: true })),
    end: () => feed(`${text.decode()}\n\n`),
  }
}
