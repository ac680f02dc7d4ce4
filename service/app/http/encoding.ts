/** How an answer may be compressed. */
export type Encoding = 'br' | 'gzip'

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

/** Compresses the body of an answer. */
export type Compress = (text: string, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>
