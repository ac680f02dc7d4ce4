import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Shorter answers are not worth the work. */
export const SMALLEST_COMPRESSED_BYTES = 256

/**
 * The encoding to answer with: the better of `br` and `gzip` that the client takes (`q=0` refuses,
 * a higher `q` wins, `br` wins a draw). Undefined when it takes neither.
 */
export function chooseEncoding(acceptEncoding: string | undefined | null): Encoding | undefined {
  if (!acceptEncoding) return undefined
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const weight = q === undefined ? 1 : Number(q)
    if (name !== '' && !Number.isNaN(weight)) weights.set(name, weight)
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weightOf('br'), weightOf('gzip')]
  if (br <= 0 && gz <= 0) return undefined
  return br >= gz ? 'br' : 'gzip'
}

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
