import { standardError } from './http-error.ts'

/**
 * Reads a body as bytes, counting while reading.
 * @throws HttpError 413 above the limit
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    standardError(413, `The body is larger than ${limit / 1_000_000} MB.`, 'PAYLOAD_TOO_LARGE')
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(Buffer.concat(chunks, length))
    length += value.byteLength
    if (length > limit) {
      void reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    chunks.push(value)
  }
}
