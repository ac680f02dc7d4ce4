import {
  hasRepeatedMembers,
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../json.ts'
import { isSecretName, redacted, redactSecretShapes } from './secret-mask.ts'

/** What stands for a text; `member` is the name it has, or that of the list it is in. */
export type EachText = (text: string, member: string) => string

type Search = (text: string) => string

/**
 * A JSON value with each of its texts replaced; those of secret members are removed whatever they are.
 * @param search replaces the secrets in names of members
 */
export function redactJson(
  value: JsonValue,
  text: EachText,
  search: Search = redactSecretShapes,
): JsonValue {
  return redactMember(value, { text, search, member: '', isSecret: false, isSchema: false })
}

interface Member {
  text: EachText
  search: Search
  member: string
  /** It, or what it is in, has the name of a credential. */
  isSecret: boolean
  /** It describes a credential, in a JSON Schema. */
  isSchema: boolean
}

function redactMember(value: JsonValue, place: Member): JsonValue {
  const { text, search, member, isSecret } = place
  if (typeof value === 'string')
    return !isSecret ? text(value, member) : isRedacted(value) ? value : redacted(value)
  if (Array.isArray(value)) return value.map((item) => redactMember(item, place))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue | undefined] => {
    if (inner === undefined) return [search(name), inner]
    const isNamed = isSecretMember(name, inner, value)
    const isSchema = isNamed && isJsonObject(inner) && DESCRIBING.test(member)
    const isHidden = isSecret || (isNamed && !isSchema) || (place.isSchema && VALUES.test(name))
    return [
      search(name),
      redactMember(inner, { ...place, member: name, isSecret: isHidden, isSchema }),
    ]
  })
  return Object.fromEntries(entries)
}

/** The members of a JSON Schema that describe others by their names. */
const DESCRIBING = /^(?:properties|patternProperties|definitions|\$defs)$/
/** The members of a JSON Schema that hold values of what it describes. */
const VALUES = /^(?:default|const|enum|examples?)$/

function isSecretMember(name: string, inner: JsonValue, owner: JsonObject): boolean {
  if (!isSecretName(name)) return false
  if (name.toLowerCase() !== 'token') return true
  // That may be a piece of a text, too.
  if ('logprob' in owner || (isJsonObject(inner) && 'logprob' in inner)) return false
  return typeof inner !== 'string' || /^(?=\S*[\d_-])\S{8,}$/.test(inner)
}

/** Whether a text is nothing but the marker of a removed one. */
export function isRedacted(text: string): boolean {
  return /^<redacted \d+ chars>/.test(text)
}

/** A JSON text as it was where its value needs no change; a member that stands there twice is gone otherwise. */
export function rewritten(text: string, value: JsonValue, clean: JsonValue): string {
  const written = JSON.stringify(clean)
  return written === JSON.stringify(value) && !hasRepeatedMembers(text, value) ? text : written
}

/**
 * The data of the events of a stream with each text replaced. What comes in pieces is searched as a
 * whole too, so that no secret hides in its splits. Data that has nothing to replace is returned as it is.
 * @param search replaces the secrets of a text
 * @param known replaces those secrets that are known and not only looked like, so that it may search any member
 */
export function redactEvents(
  data: readonly string[],
  text: EachText,
  search: Search = redactSecretShapes,
  known: Search = (whole) => whole,
): string[] {
  const events = data.map((each) => ({ text: eventValue(each) ?? each }))
  const streams = new Map<string, Piece[]>()
  for (const [index, event] of events.entries())
    if (data[index] !== '[DONE]') gatherPieces(event, '', streams)
  // The wholes first: half of a secret that was found in a piece would hide the other half.
  for (const [place, pieces] of streams)
    redactPieces(pieces, STREAMED.has(place.slice(place.lastIndexOf('.') + 1)) ? search : known)
  return data.map((each, index) => {
    const value = events[index]?.text ?? each
    const before = eventValue(each)
    if (before !== undefined) return rewritten(each, before, redactJson(value, text, search))
    return each === '[DONE]' || typeof value !== 'string' ? each : text(value, '')
  })
}

/** The value of an event whose data is JSON; a number may be a piece of a plain text. */
function eventValue(data: string): JsonValue | undefined {
  return /^\s*["[{]/.test(data) && data !== '[DONE]' ? readJson(data) : undefined
}

interface Piece {
  text: string
  replace(text: string): void
}

const STREAMED: ReadonlySet<string> = new Set([
  'arguments',
  'content',
  'delta',
  'partial_json',
  'reasoning',
  'reasoning_content',
  'refusal',
  'response',
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
    if (typeof inner === 'string') {
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
