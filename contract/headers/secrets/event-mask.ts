import { isJsonObject, readJson, type JsonValue } from '../../json.ts'
import {
  mayBeEscaped,
  placesOf,
  plainSecrets,
  redacted,
  secretMask,
  spelled,
} from './secret-mask.ts'

/** Whether an event has anything escaped but line ends and quotes, which no secret has. */
const ESCAPED = /\\[^bfnrt"]|[%&]/

/**
 * Masks secrets that a server repeats, whole anywhere or in pieces: each text member of the events of a stream is
 * one text that comes in pieces. What is certain to be a secret is masked from there on; all other events stay
 * exactly as they came. Takes the data of one event after the other.
 */
export function createEventMask(secrets: readonly string[]): (data: string) => string {
  if (secrets.length === 0) return (data) => data
  const maskWhole = secretMask(secrets)
  const searched = plainSecrets(secrets)
  /** The texts that end as a secret begins, by where they stand. */
  const begun = new Map<string, PieceMask[]>()
  const mayBe = (text: string) => searched.some((one) => mayBegin(one, text))
  const maskPiece = (piece: string, place?: string): string => {
    if (place === undefined) return maskWhole(piece)
    const before = begun.get(place)
    if (piece === '' || (before === undefined && !mayBeEscaped(piece) && !mayBe(piece)))
      return piece
    const masks = before ?? searched.map(pieceMask)
    const text = masks.reduce((rest, mask) => mask.next(rest), piece)
    if (masks.some(({ isBegun }) => isBegun)) begun.set(place, masks)
    else begun.delete(place)
    return text
  }
  const maskData = (data: string): string => {
    // Few events are read for it: the others hold nothing of a secret.
    if (begun.size === 0 && !ESCAPED.test(data) && !mayBe(data)) return data
    const value = readJson(data)
    // A number may be a piece of a plain text.
    if (value === undefined || value === null || /^(?:number|boolean)$/.test(typeof value))
      return data.includes('\n') ? data.split('\n').map(maskData).join('\n') : maskPiece(data, '')
    const masked = mapTexts(value, maskPiece)
    // A member that stands there twice is read once.
    return maskWhole(masked === value ? data : JSON.stringify(masked))
  }
  return maskData
}

/** Whether a text, or a text in an event, may hold a secret, or end as it begins. */
function mayBegin(secret: string, data: string): boolean {
  const first = secret.charAt(0)
  for (let at = data.indexOf(first); at !== -1; at = data.indexOf(first, at + 1)) {
    let end = at + 1
    while (end - at < secret.length && data[end] === secret[end - at]) end += 1
    const next = data[end]
    if (end - at === secret.length || next === undefined || next === '\n') return true
    if (next === '"' && data[end + 1] !== ':') return true
  }
  return false
}

/** The end of a text that may be the beginning of such a character. */
const WRITTEN_IN_PART =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|x[\da-f]?)?|%[\da-f]?|&(?:#(?:x[\da-f]{0,8}|\d{0,9}))?)$/i

/**
 * A JSON value with each text and each member name changed; the same value where nothing changed.
 * @param change gets a text and where it stands, such as `.choices[0].delta.content`; a name has no place
 */
export function mapTexts(
  value: JsonValue,
  change: (text: string, place?: string) => string,
  place = '',
): JsonValue {
  if (typeof value === 'string') return change(value, place)
  if (Array.isArray(value)) {
    const items = value.map((item, at) => mapTexts(item, change, `${place}[${indexOf(item, at)}]`))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isJsonObject(value)) return value
  const members: [string, JsonValue | undefined][] = []
  let isSame = true
  for (const name of Object.keys(value)) {
    const inner = value[name]
    const changed = inner === undefined ? inner : mapTexts(inner, change, `${place}.${name}`)
    const shown = change(name)
    isSame &&= changed === inner && shown === name
    members.push([shown, changed])
  }
  return isSame ? value : Object.fromEntries(members)
}

/** Choices and tool calls say by their `index` which pieces belong together. */
function indexOf(item: JsonValue, at: number): number {
  const index = isJsonObject(item) ? item['index'] : undefined
  return typeof index === 'number' ? index : at
}

/** So many characters of a secret in a row are that secret, and no other text that begins like it. */
const CERTAIN = 16

/** Masks one secret in a text that comes in pieces. */
interface PieceMask {
  next: (piece: string) => string
  /** Whether the text so far ends as the secret begins. */
  readonly isBegun: boolean
}

/**
 * Masks a secret in the pieces of one text: what is certain to be one is masked from there on, so at most
 * 15 characters of it are seen.
 */
export function pieceMask(secret: string): PieceMask {
  const certain = Math.min(CERTAIN, Math.ceil(secret.length / 2))
  /** The end of the text so far that the secret may begin with, as it was written. */
  let begun = ''
  let isMarked = false
  return {
    get isBegun() {
      return begun !== ''
    },
    next: (piece) => {
      const text = begun + piece
      const { plain, place } = spelled(text)
      const shown = begun.length
      let [result, from] = ['', shown]
      const hide = (start: number, end: number) => {
        if (end <= from) return
        result += text.slice(from, Math.max(from, start))
        if (start >= shown || !isMarked) result += redacted(secret)
        from = end
      }
      let rest = 0
      for (const at of placesOf(secret, plain)) {
        rest = at + secret.length
        hide(place(at), place(rest))
      }
      const part = WRITTEN_IN_PART.exec(text.slice(-12))?.[0].length ?? 0
      const whole = part === 0 ? plain : spelled(text.slice(0, text.length - part)).plain
      const length = endThatBegins(secret, whole.slice(rest))
      const start = length === 0 ? text.length - part : place(whole.length - length)
      const isCertain = length >= certain
      if (isCertain) hide(start, text.length)
      begun = text.slice(start)
      result += text.slice(from)
      isMarked = isCertain
      return result
    },
  }
}

function endThatBegins(secret: string, text: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (secret.startsWith(text.slice(-length))) return length
  return 0
}
