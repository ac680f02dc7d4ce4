import { isJsonObject, readJson, type JsonValue } from '../../json.ts'
import { redacted, redactSecretShapes } from './secret-shapes.ts'

/** What stands for a text; `member` is the name it has, or that of the list it is in. */
export type EachText = (text: string, member: string) => string

/** Never leave, wherever in a body they stand. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'api_key',
  'apikey',
  'authorization',
  'client_secret',
  'cookie',
  'nonce',
  'password',
  'secret',
  'signature',
  'transaction',
])

/** A JSON value with each of its texts replaced; those of secret members are removed whatever they are. */
export function redactJson(value: JsonValue, text: EachText, member = ''): JsonValue {
  if (typeof value === 'string')
    return SECRET_MEMBERS.has(member.toLowerCase()) && !isRedacted(value)
      ? redacted(value)
      : text(value, member)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, text, member))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue | undefined] => [
    name,
    inner === undefined ? undefined : redactJson(inner, text, name),
  ])
  return Object.fromEntries(entries)
}

/** Whether a text is nothing but the marker of a removed one. */
export function isRedacted(text: string): boolean {
  return /^<redacted \d+ chars>/.test(text)
}

/**
 * The data of the events of a stream with each text replaced. What comes in pieces is searched as a
 * whole too, so that no secret hides in its splits. Data that has nothing to replace is returned as it is.
 * @param search replaces the secrets of a whole text
 */
export function redactEvents(
  data: readonly string[],
  text: EachText,
  search: (text: string) => string = redactSecretShapes,
): string[] {
  const values = data.map((each) => (each === '[DONE]' ? undefined : readJson(each)))
  const streams = new Map<string, Piece[]>()
  for (const value of values) if (value !== undefined) gatherPieces(value, '', streams)
  // The wholes first: half of a secret that was found in a piece would hide the other half.
  for (const pieces of streams.values()) redactPieces(pieces, search)
  return data.map((each, index) => {
    const value = values[index]
    if (value === undefined) return each === '[DONE]' ? each : text(each, '')
    const written = JSON.stringify(redactJson(value, text))
    return written === JSON.stringify(readJson(each)) ? each : written
  })
}

/** A part of a text that streams, and the object that has it. */
interface Piece {
  text: string
  replace(text: string): void
}

/** The members whose text streams in pieces. */
const STREAMED: ReadonlySet<string> = new Set([
  'arguments',
  'content',
  'delta',
  'partial_json',
  'reasoning',
  'reasoning_content',
  'refusal',
  'text',
  'thinking',
  'token',
  'transcript',
])

/** Pieces by where they stand: choices and tool calls by their `index`, which says what belongs together. */
function gatherPieces(value: JsonValue, path: string, streams: Map<string, Piece[]>): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      const index = isJsonObject(item) ? item['index'] : undefined
      gatherPieces(item, `${path}[${typeof index === 'number' ? index : ''}]`, streams)
    }
    return
  }
  if (!isJsonObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const place = `${path}.${name}`
    if (typeof inner === 'string' && STREAMED.has(name)) {
      const piece = { text: inner, replace: (text: string) => void (value[name] = text) }
      const before = streams.get(place)
      if (before === undefined) streams.set(place, [piece])
      else before.push(piece)
    } else if (inner !== undefined) gatherPieces(inner, place, streams)
  }
}

/** Replaces what only shows in the pieces together: the first of them gets all of it. */
function redactPieces(pieces: readonly Piece[], search: (text: string) => string): void {
  const whole = pieces.map((piece) => piece.text).join('')
  const clean = search(whole)
  if (clean === whole) return
  const start = commonStart(whole, clean)
  const most = Math.min(whole.length, clean.length) - start
  const end = whole.length - commonEnd(whole, clean, most)
  const inPlace = clean.slice(start, clean.length - (whole.length - end))
  let at = 0
  let isWritten = false
  for (const piece of pieces) {
    const from = Math.min(Math.max(start - at, 0), piece.text.length)
    const to = Math.min(Math.max(end - at, 0), piece.text.length)
    const writes: boolean = !isWritten && at + piece.text.length > start
    if (writes || to > from)
      piece.replace(piece.text.slice(0, from) + (writes ? inPlace : '') + piece.text.slice(to))
    isWritten ||= writes
    at += piece.text.length
  }
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1
  return length
}

function commonEnd(one: string, other: string, most: number): number {
  let length = 0
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}
