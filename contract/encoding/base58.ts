import { base58 } from '@scure/base'

/** Longest text that is decoded: a 64-byte signature takes at most 88 characters. */
const MAX_CHARS = 128

/** Bytes in Bitcoin's base58, which Solana uses for addresses, hashes and signatures. */
export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** The bytes of a base58 text; undefined when it is not base58 or longer than a signature. */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length === 0 || text.length > MAX_CHARS) return undefined
  try {
    return new Uint8Array(base58.decode(text))
  } catch {
    return undefined
  }
}
