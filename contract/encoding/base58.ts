/** Bitcoin's alphabet, which Solana uses for addresses, hashes and signatures. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Longest text that is decoded: a 64-byte signature takes at most 88 characters. */
const MAX_CHARS = 128

/** Bytes as base58. */
export function encodeBase58(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text
  const firstSet = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(firstSet === -1 ? bytes.length : firstSet) + text
}

/** The bytes of a base58 text; undefined when it is not base58 or longer than a signature. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > MAX_CHARS) return undefined
  let value = 0n
  for (const char of text) {
    const digit = ALPHABET.indexOf(char)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}
