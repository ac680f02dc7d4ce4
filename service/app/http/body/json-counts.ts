import {
  MAX_JSON_DEPTH,
  MAX_JSON_KEYS,
  MAX_JSON_STRUCTURES,
  MAX_JSON_VALUES,
} from '../../../../contract/limits/sizes.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c

/** Counts what a JSON text holds while it arrives. */
interface JsonCounter {
  /** Counts the next bytes; the limit that they pass, as `at most 200 levels`, or undefined. */
  add(bytes: Uint8Array): string | undefined
}

/**
 * Counts levels, keys, values, objects and lists in the bytes of a JSON text. It judges nothing
 * else: what is no JSON is found when it is parsed.
 */
export function createJsonCounter(mostValues: number = MAX_JSON_VALUES): JsonCounter {
  let depth = 0
  let keys = 0
  let structures = 0
  // The whole, the first value in each list and object, and one more after each comma.
  let values = 1
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

  const excess = () => {
    if (depth > MAX_JSON_DEPTH) return atMost(MAX_JSON_DEPTH, 'levels')
    if (structures > MAX_JSON_STRUCTURES) return atMost(MAX_JSON_STRUCTURES, 'objects and lists')
    if (keys > MAX_JSON_KEYS) return atMost(MAX_JSON_KEYS, 'keys')
    if (values > mostValues) return atMost(mostValues, 'values')
    return undefined
  }

  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length;) {
        if (isInString) {
          at = endOfString(bytes, at)
          continue
        }
        const byte = bytes[at]
        at += 1
        if (byte === QUOTE) isInString = true
        else if (byte === COLON) keys += 1
        else if (byte === COMMA) values += 1
        else if (byte === 0x7b || byte === 0x5b) {
          depth += 1
          structures += 1
          values += 1
          if (depth > MAX_JSON_DEPTH) break
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
