import {
  MAX_JSON_BARE_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_KEYS,
  MAX_JSON_STRUCTURES,
  MAX_JSON_TEXT_BYTES,
  MAX_JSON_VALUES,
} from '../../../../contract/limits/sizes.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const SLASH = 0x2f

/** Bytes that base64 may hold, of either alphabet. */
const BASE64 = new Uint8Array(256)
for (const byte of new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=',
))
  BASE64[byte] = 1

/** Counts what a JSON text holds while it arrives. */
interface JsonCounter {
  /** Counts the next bytes; the limit that they pass, as `at most 200 levels`, or undefined. */
  add(bytes: Uint8Array): string | undefined
}

/** What is counted, where another number than that of a request is meant. */
interface JsonLimits {
  mostValues?: number
  mostLevels?: number
  mostStructures?: number
  mostKeys?: number
}

/**
 * Counts levels, keys, values, objects and arrays in the bytes of a JSON text, and how long its texts are. It
 * validates nothing else: what is no JSON is found when it is parsed.
 */
export function createJsonCounter({
  mostValues = MAX_JSON_VALUES,
  mostLevels = MAX_JSON_DEPTH,
  mostStructures = MAX_JSON_STRUCTURES,
  mostKeys = MAX_JSON_KEYS,
}: JsonLimits = {}): JsonCounter {
  let depth = 0
  let keys = 0
  let structures = 0
  // The whole, the first value in each list and object, and one more after each comma.
  let values = 1
  let bareBytes = 0
  let stringBytes = 0
  let isTextTooLong = false
  let isInString = false
  /** The last byte so far was a backslash that escapes the next one. */
  let isEscaping = false

  /** Where the string that `from` is inside of ends, or the end of these bytes. */
  const endOfString = (bytes: Uint8Array, from: number): number => {
    const start = isEscaping ? from + 1 : from
    isEscaping = false
    for (let at = start; ;) {
      const quote = bytes.indexOf(QUOTE, at)
      const end = quote < 0 ? bytes.length : quote
      const isEscaped = backslashesBefore(bytes, end, start) % 2 === 1
      if (quote < 0) {
        isEscaping = isEscaped
        return end
      }
      if (!isEscaped) {
        isInString = false
        return quote + 1
      }
      at = quote + 1
    }
  }

  /** Counts the bytes of a string; those beyond the longest text must be base64. */
  const countString = (bytes: Uint8Array, from: number, end: number) => {
    const most = from + Math.max(0, MAX_JSON_TEXT_BYTES - stringBytes)
    stringBytes += end - from
    for (let at = most; at < end && !isTextTooLong; at += 1) {
      const byte = bytes[at] ?? 0
      const isSlash = byte === BACKSLASH && (at + 1 === end || bytes[at + 1] === SLASH)
      if (BASE64[byte] === 0 && !isSlash) isTextTooLong = true
    }
  }

  const excess = () => {
    if (isTextTooLong) return atMost(MAX_JSON_TEXT_BYTES, 'bytes of text in one string')
    if (bareBytes > MAX_JSON_BARE_BYTES)
      return atMost(MAX_JSON_BARE_BYTES, 'bytes outside of strings')
    if (depth > mostLevels) return atMost(mostLevels, 'levels')
    if (structures > mostStructures) return atMost(mostStructures, 'objects and arrays')
    if (keys > mostKeys) return atMost(mostKeys, 'keys')
    if (values > mostValues) return atMost(mostValues, 'values')
    return undefined
  }

  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length;) {
        if (isInString) {
          const from = at
          at = endOfString(bytes, from)
          countString(bytes, from, isInString ? at : at - 1)
          continue
        }
        const byte = bytes[at]
        at += 1
        bareBytes += 1
        if (byte === QUOTE) {
          isInString = true
          stringBytes = 0
        } else if (byte === COLON) keys += 1
        else if (byte === COMMA) values += 1
        else if (byte === 0x7b || byte === 0x5b) {
          depth += 1
          structures += 1
          values += 1
          if (depth > mostLevels || structures > mostStructures) break
        } else if (byte === 0x7d || byte === 0x5d) depth -= 1
      }
      return excess()
    },
  }
}

function atMost(limit: number, what: string): string {
  return `at most ${limit.toLocaleString('en-US')} ${what}`
}

/** How many backslashes stand in a row right before a place. */
function backslashesBefore(bytes: Uint8Array, end: number, start: number): number {
  let at = end
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1
  return end - at
}
