import { parseJson } from '../json.ts'

/** Longest base64 header value that is decoded, in characters. A Solana payment takes about 1,600. */
const MAX_BASE64_JSON_CHARS = 16_384

/** Standard base64 (with `+ / =`, not base64url) of the UTF-8 JSON text of a value. */
export function encodeBase64Json(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * The JSON value in a standard base64 text, as `PAYMENT-REQUIRED`, `PAYMENT-SIGNATURE`,
 * `PAYMENT-RESPONSE` and `SIGN-IN-WITH-X` carry it. Undefined, never an exception, when the text is
 * too long, not standard base64, not UTF-8 or not JSON.
 */
export function decodeBase64Json(text: string, maxChars: number = MAX_BASE64_JSON_CHARS): unknown {
  if (text.length > maxChars || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
