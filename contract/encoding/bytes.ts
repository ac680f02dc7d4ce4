import { parseJson } from '../json.ts'

/*
 * By hand, as there is no `Uint8Array.fromBase64` on Node 20: `atob` and `btoa` go through a string with a
 * character per byte, which takes 1.5 times as long to read and 4 times as long to write.
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PADDING = 0x3d

/** The value of each ASCII code, -1 where it is no digit; the digits of base64url count as well. */
const VALUES = new Int8Array(256).fill(-1)
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value
VALUES['-'.charCodeAt(0)] = 62
VALUES['_'.charCodeAt(0)] = 63

const CODES = new TextEncoder().encode(DIGITS)
const decoder = new TextDecoder()

/**
 * The bytes of base64 or base64url, padded or not, up to the first padding. What is no digit is left
 * out, as most decoders do: who must not accept that compares the lengths.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const codes = new TextEncoder().encode(text)
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 4))
  const valueAt = (at: number) => VALUES[codes[at] ?? PADDING] ?? -1
  let length = 0
  let at = 0
  // Pictures of many megabytes pass here: four digits at once, for as long as all four are some.
  for (; at + 3 < codes.length; at += 4) {
    const four =
      (valueAt(at) << 18) | (valueAt(at + 1) << 12) | (valueAt(at + 2) << 6) | valueAt(at + 3)
    if (four < 0) break
    bytes[length] = four >> 16
    bytes[length + 1] = four >> 8
    bytes[length + 2] = four
    length += 3
  }
  let bits = 0
  let count = 0
  for (; at < codes.length && codes[at] !== PADDING; at += 1) {
    const value = valueAt(at)
    if (value < 0) continue
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[length] = bits >> count
    length += 1
  }
  return bytes.subarray(0, length)
}

/** As {@link decodeBase64}, but undefined when the text is broken, as `atob` tells: nothing is left out. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    // Pictures of many megabytes pass here, which an iterator over their characters takes seconds for.
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    return undefined
  }
}

/** Base64 of bytes, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(PADDING)
  let length = 0
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    codes[length] = CODES[three >> 18] ?? 0
    codes[length + 1] = CODES[(three >> 12) & 63] ?? 0
    if (at + 1 < bytes.length) codes[length + 2] = CODES[(three >> 6) & 63] ?? 0
    if (at + 2 < bytes.length) codes[length + 3] = CODES[three & 63] ?? 0
    length += 4
  }
  return decoder.decode(codes)
}

/** Base64 of bytes for addresses: `-` and `_`, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes of pieces, one after the other. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Bytes of an even number of hex digits. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

/** Lower-case hex of bytes. */
export function hexOfBytes(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += PAIRS[byte] ?? ''
  return hex
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes that nobody can guess. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** Longest base64 header value that is decoded, in characters. A Solana payment takes about 1,600. */
const MAX_BASE64_JSON_CHARS = 16_384

/** Standard base64 (with `+ / =`, not base64url) of the UTF-8 JSON text of a value. */
export function encodeBase64Json(value: unknown): string {
  return encodeBase64(new TextEncoder().encode(JSON.stringify(value)))
}

/**
 * The JSON value in a standard base64 text, as `PAYMENT-REQUIRED`, `PAYMENT-SIGNATURE`,
 * `PAYMENT-RESPONSE` and `SIGN-IN-WITH-X` carry it. Undefined, never an exception, when the text is
 * too long, not standard base64, not UTF-8 or not JSON.
 */
export function decodeBase64Json(text: string, maxChars: number = MAX_BASE64_JSON_CHARS): unknown {
  if (text.length > maxChars || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    const bytes = base64ToBytes(text)
    return bytes && parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
