import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'

import { errorCode } from '../../app/errors.ts'

/** The bytes of an answer, or one sentence that says why they were not taken. */
export type BodyResult = { ok: true; bytes: Uint8Array } | { ok: false; message: string }

/**
 * Reads a body to its end, counting bytes before and after decoding; it must stay below `limit` bytes
 * either way. Only gzip is decoded. The connection is closed in every case.
 */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<BodyResult> {
  try {
    const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
    const isGzip = encoding === 'gzip' || encoding === 'x-gzip'
    if (!isGzip && encoding !== 'identity' && encoding !== '')
      return refuse('The response is compressed, but not with gzip.')
    if (Number(incoming.headers['content-length'] ?? 0) >= limit) return tooLarge(limit)
    const received = counted(incoming, limit)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of isGzip ? gunzipped(received) : received) {
      bytes += chunk.byteLength
      if (bytes >= limit) return tooLarge(limit)
      chunks.push(chunk)
    }
    return { ok: true, bytes: Buffer.concat(chunks, bytes) }
  } catch (error) {
    if (error instanceof TooMuch) return tooLarge(limit)
    if (isZlibError(error)) return refuse('The response is invalid gzip.')
    throw error
  } finally {
    incoming.destroy()
  }
}

class TooMuch extends Error {}

async function* counted(incoming: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of incoming) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes >= limit) throw new TooMuch()
    yield chunk
  }
}

/** By hand instead of a pipeline: what is read ahead stays one chunk, and errors arrive here. */
async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const feeding = feed(source, gunzip)
  try {
    for await (const chunk of gunzip) if (chunk instanceof Uint8Array) yield chunk
    await feeding
  } finally {
    gunzip.destroy()
  }
}

async function feed(
  source: AsyncIterable<Uint8Array>,
  gunzip: ReturnType<typeof createGunzip>,
): Promise<void> {
  try {
    for await (const chunk of source) {
      if (gunzip.destroyed) return
      if (!gunzip.write(chunk))
        await new Promise((resolve) => {
          gunzip.once('drain', resolve)
          gunzip.once('close', resolve)
        })
    }
    gunzip.end()
  } catch (error) {
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function isZlibError(error: unknown): boolean {
  return /^(Z_|ERR_ZLIB|ERR_BUFFER)/.test(errorCode(error))
}

function refuse(message: string): BodyResult {
  return { ok: false, message }
}

function tooLarge(limit: number): BodyResult {
  return refuse(`The response is not smaller than ${limit / 1_000_000} MB.`)
}
