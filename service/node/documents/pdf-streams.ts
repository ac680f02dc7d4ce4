import { inflateSync } from 'node:zlib'

import { DocumentError } from '../../app/documents/document-error.ts'
import { MAX_UNPACKED_BYTES } from '../../app/documents/document-limits.ts'
import { isTooLarge } from './packages/archive.ts'

/** The largest single stream, bytes once unpacked. */
const MAX_STREAM_BYTES = 64_000_000
const MAX_STREAMS = 100_000
/** A stream may be packed twice; more often is not meant to be read. */
const DEEPEST = 3

/**
 * Unpacks every stream of a PDF once and lets it go, before a parser keeps it: a PDF parser has no
 * limits of its own. What a stream says about itself is not asked, only what its bytes are.
 * @throws DocumentError when a stream, or all together, are larger than a document's may be
 */
export function refuseLargeStreams(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = MAX_UNPACKED_BYTES
  let streams = 0
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', at + 6)) {
    if (buffer[at - 1] === 0x64) continue
    streams += 1
    if (streams > MAX_STREAMS) throw new DocumentError('It has more than 100,000 streams.')
    let start = at + 6
    if (buffer[start] === 0x0d) start += 1
    if (buffer[start] === 0x0a) start += 1
    left -= unpackedBytes(buffer.subarray(start), Math.min(left, MAX_STREAM_BYTES), 1)
  }
}

function unpackedBytes(packed: Buffer, limit: number, depth: number): number {
  if (!isDeflate(packed)) return 0
  if (depth > DEEPEST)
    throw new DocumentError('It contains a stream that is compressed repeatedly.')
  try {
    const content = inflateSync(packed, { maxOutputLength: Math.max(1, limit) })
    return content.byteLength + unpackedBytes(content, limit - content.byteLength, depth + 1)
  } catch (error) {
    if (isTooLarge(error))
      throw new DocumentError('Its streams unpack to more than one document may have.')
    if (error instanceof DocumentError) throw error
    // A damaged stream; the parser will make of it what it can, below the limit.
    return 0
  }
}

function isDeflate(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}
