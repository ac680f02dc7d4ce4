import { standardError } from '../http-error.ts'

/** A body of this length has usually come whole with its headers, bytes. */
const SHORT_BYTES = 16_384

/**
 * Reads a body as bytes, counting while reading. `see` is given the bytes as they arrive and may
 * throw; what is left of a body that was refused can then be read by another.
 * @throws HttpError 413 above the limit
 */
export async function readBytes(
  request: Request,
  limit: number,
  see: (bytes: Uint8Array) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > limit) throw tooLarge(limit)
  // No more arrives than was declared; for short bodies this way is the quickest.
  if (declared !== null && Number(declared) <= SHORT_BYTES) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    see(bytes)
    return bytes
  }
  // Requests in Firefox have no stream, which the practice of a page meets: all of it is there already.
  const body = request.body === undefined ? new Response(await request.blob()).body : request.body
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return joined(chunks, length)
      length += value.byteLength
      if (length > limit) throw tooLarge(limit)
      see(value)
      chunks.push(value)
    }
  } finally {
    reader.releaseLock()
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function tooLarge(limit: number) {
  return standardError(413, `The body is larger than ${limit / 1_000_000} MB.`, 'PAYLOAD_TOO_LARGE')
}
