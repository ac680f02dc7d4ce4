import { sha256 as hash } from '@noble/hashes/sha2.js'

/** SHA-256 of something short: of a text its UTF-8 bytes. Blocks; see {@link longSha256}. */
export function sha256(source: string | Uint8Array): Uint8Array {
  return hash(typeof source === 'string' ? new TextEncoder().encode(source) : source)
}

/** Up to so many characters, hashing here takes less than asking another thread. */
const SHORT_LENGTH = 2000

/** SHA-256 of the UTF-8 bytes of a text that may have megabytes, which are hashed beside the work of others. */
export async function longSha256(text: string): Promise<Uint8Array> {
  if (text.length <= SHORT_LENGTH) return sha256(text)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
