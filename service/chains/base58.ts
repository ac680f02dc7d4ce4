const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as base58 (Bitcoin's alphabet), the text form of Solana addresses and hashes. */
export function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text
  const firstSet = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(firstSet === -1 ? bytes.length : firstSet) + text
}
