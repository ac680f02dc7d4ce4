import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Encoding } from '../../app/http/encoding.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses bytes. `quality` is brotli's, 0 to 11; gzip uses its own default. */
export async function compressBytes(
  bytes: Uint8Array | string,
  encoding: Encoding,
  quality = 4,
): Promise<Uint8Array<ArrayBuffer>> {
  const result =
    encoding === 'br'
      ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await gzipped(bytes)
  return new Uint8Array(result)
}
