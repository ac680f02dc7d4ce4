import { concatBytes } from '../../../../contract/encoding/bytes.ts'
import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_JSON_BARE_BYTES,
  MAX_JSON_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_KEYS,
  MAX_JSON_STRUCTURES,
  MAX_JSON_TEXT_BYTES,
  MAX_JSON_VALUES,
} from '../../../../contract/limits/sizes.ts'
import { errorMessage } from '../../errors.ts'
import { nextTurn } from '../../timing.ts'
import { invalidValue, standardError } from '../http-error.ts'

/** Bodies above this are not read in one turn, bytes. */
const LONG_BYTES = 1_000_000

const decoder = new TextDecoder()

/**
 * Reads a JSON body, counting its bytes and what it holds while reading.
 * @throws HttpError 415 for another content type, 413 above the limit, 400 for anything but JSON
 * and for JSON that holds too much
 */
export async function readJson(
  request: Request,
  limit: number = MAX_JSON_BODY_BYTES,
  mostValues?: number,
): Promise<unknown> {
  if (!isJsonType(request.headers.get('content-type')))
    throw standardError(
      415,
      'Invalid request content type. Send JSON with the header Content-Type: application/json.',
      'INVALID_CONTENT_TYPE',
    )
  const counter = createJsonCounter(mostValues === undefined ? {} : { mostValues })
  const bytes = await readBytes(request, limit, (part) => {
    const excess = counter.add(part)
    if (excess !== undefined)
      throw invalidValue([], 'too_big', `The body is too complex: ${excess} are accepted.`)
  })
  // A long body takes long to decode and to parse: what arrived meanwhile goes between.
  const isLong = bytes.length > LONG_BYTES
  if (isLong) await nextTurn()
  const text = decoder.decode(bytes)
  if (isLong) await nextTurn()
  return parse(text)
}

/** Whether a content type is JSON. */
export function isJsonType(type: string | null): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = errorMessage(error).slice(0, 200)
    throw invalidValue([], 'invalid_json', `The body is invalid JSON: ${reason}`)
  }
}

/** Room in a form for its other fields: the longest prompt, its names and boundaries, bytes. */
const FORM_OVERHEAD_BYTES = 1_000_000

/** Reads a form with one file. @throws HttpError 413 above the limit of a file, 400 for a body that is no form */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = await readBytes(request, FILE_SIZE_LIMIT_BYTES + FORM_OVERHEAD_BYTES)
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    const message = 'The body is an invalid form: it ends early, or its boundary is missing.'
    throw invalidValue([], 'invalid_form', message)
  }
}

/** A body of this length has usually come whole with its headers, bytes. */
const SHORT_BYTES = 16_384

/**
 * Reads a body as bytes, counting while reading. `see` is given the bytes as they arrive and may
 * throw; what is left of a body that was refused can then be read by another.
 * @throws HttpError 413 above the limit
 */
export async function readBytes(
  request: Request,
  limit: number,
  see: (bytes: Uint8Array) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > limit) throw tooLarge(limit)
  // No more arrives than was declared; for short bodies this way is the quickest.
  if (declared !== null && Number(declared) <= SHORT_BYTES) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    see(bytes)
    return bytes
  }
  // Requests in Firefox have no stream, which the practice of a page meets: all of it is there already.
  const body = request.body === undefined ? new Response(await request.blob()).body : request.body
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return concatBytes(chunks)
      length += value.byteLength
      if (length > limit) throw tooLarge(limit)
      see(value)
      chunks.push(value)
    }
  } finally {
    reader.releaseLock()
  }
}

function tooLarge(limit: number) {
  return standardError(413, `The body is larger than ${limit / 1_000_000} MB.`, 'PAYLOAD_TOO_LARGE')
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const SLASH = 0x2f

const BASE64 = new Uint8Array(256)
for (const byte of new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=',
))
  BASE64[byte] = 1

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
}: JsonLimits = {}) {
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
    /** Counts the next bytes; the limit that they pass, as `at most 200 levels`, or undefined. */
    add: (bytes: Uint8Array): string | undefined => {
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

function backslashesBefore(bytes: Uint8Array, end: number, start: number): number {
  let at = end
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1
  return end - at
}
