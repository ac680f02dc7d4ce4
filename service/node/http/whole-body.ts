import type { IncomingMessage } from 'node:http'

/** Longer ones go on arriving as they are read, and aren't in memory for as long as the request is. */
const SHORT_BYTES = 16_384

/**
 * A short body has usually come together with its headers. Such a one is put where the server of fetch
 * handlers looks first (`rawBody`), which then waits for no events of a stream.
 */
export function takeWholeBody(incoming: IncomingMessage): void {
  const { readableLength } = incoming
  if (readableLength === 0 || readableLength > SHORT_BYTES || incoming.readableDidRead) return
  if (Number(incoming.headers['content-length']) !== readableLength) return
  const bytes: unknown = incoming.read()
  if (!Buffer.isBuffer(bytes)) return
  Object.assign(incoming, { rawBody: bytes })
  // So that its end is seen.
  incoming.resume()
}
