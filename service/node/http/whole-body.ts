import type { IncomingMessage } from 'node:http'

/**
 * A short body has usually come together with its headers. Such a one is put where the server for fetch handlers looks
 * first (`rawBody`): it then waits for no events of a stream.
 */
export function bringWholeBody(incoming: IncomingMessage): void {
  if (!incoming.complete || incoming.readableDidRead || incoming.readableLength === 0) return
  const bytes: unknown = incoming.read()
  if (Buffer.isBuffer(bytes)) Object.assign(incoming, { rawBody: bytes })
}
