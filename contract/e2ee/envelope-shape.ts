/** Digits of the sender's public key at the start of an envelope. */
export const KEY_DIGITS = 2 * 65
/** Bytes of the nonce after it. */
export const NONCE_BYTES = 12
const TAG_BYTES = 16
const SHORTEST = KEY_DIGITS + 2 * (NONCE_BYTES + TAG_BYTES)

/** Whether a text has the shape of an envelope; any other text is plain. */
export function isEnvelope(text: string): boolean {
  return text.length >= SHORTEST && text.length % 2 === 0 && /^04[0-9a-f]+$/i.test(text)
}
