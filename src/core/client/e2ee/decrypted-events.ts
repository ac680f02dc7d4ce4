import type { StreamEventRecord } from '../exchanges/exchange.ts'

/**
 * What was in the envelopes of events, by the event as it came. It is held no longer than that event and in
 * memory alone: an exchange holds the wire, and so does whatever is kept or exported of it.
 */
const opened = new WeakMap<StreamEventRecord, StreamEventRecord>()

/** Notes an event with its envelopes opened. */
export function recordDecrypted(event: StreamEventRecord, inside: StreamEventRecord): void {
  opened.set(event, inside)
}

/** An event with its envelopes opened; undefined when it has none, or this page did not open them. */
export function decryptedEvent(event: StreamEventRecord): StreamEventRecord | undefined {
  return opened.get(event)
}

/** An event as this page read it: opened where it was, as it came elsewhere. */
export function decrypted(event: StreamEventRecord): StreamEventRecord {
  return opened.get(event) ?? event
}
