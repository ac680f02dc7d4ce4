import { isJsonObject, type JsonValue } from '../../json.ts'
import { redacted } from './secret-shapes.ts'

/**
 * One character as JSON, programs, addresses and pages write it: `\/`, `\u002d`, `\x2d`, `%2D`, `&#45;`. A text
 * within a text is escaped again, so there may be several backslashes.
 */
const WRITTEN =
  /\\{1,8}(?:u([\da-f]{4})|x([\da-f]{2})|([^\w\s\\]))|%([\da-f]{2})|&#(?:x0{0,4}([\da-f]{1,4})|0{0,4}(\d{1,5}));/gi

/** The end of a text that may be the beginning of such a character. */
const WRITTEN_IN_PART =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|x[\da-f]?)?|%[\da-f]?|&(?:#(?:x[\da-f]{0,8}|\d{0,9}))?)$/i

/** Whether characters of a text may be written in another way. */
export function mayBeEscaped(text: string): boolean {
  return text.includes('\\') || text.includes('%') || text.includes('&')
}

/** A text with each character as itself. */
interface Spelled {
  plain: string
  /** Where a character of `plain` begins in the text that was given. */
  place: (index: number) => number
}

/** Reads a text whose characters may be written in other ways. */
function spelled(text: string): Spelled {
  /** After each character that was written in another way: its end in the plain text and in the given one. */
  const ends: [plain: number, given: number][] = []
  let plain = ''
  let from = 0
  if (mayBeEscaped(text))
    for (const found of text.matchAll(WRITTEN)) {
      const [whole, unicode, byte, itself, percent, hex, decimal] = found
      const code = unicode ?? byte ?? percent ?? hex
      const character =
        itself ?? String.fromCharCode(code === undefined ? Number(decimal) : parseInt(code, 16))
      plain += text.slice(from, found.index) + character
      from = found.index + whole.length
      ends.push([plain.length, from])
    }
  if (from === 0) return { plain: text, place: (index) => index }
  plain += text.slice(from)
  const place = (index: number): number => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.[0] ?? 0) <= index) low = middle + 1
      else high = middle
    }
    const [end, given] = ends[low - 1] ?? [0, 0]
    return given + index - end
  }
  return { plain, place }
}

/**
 * Masks in any received text what authenticated the request, since a provider may repeat it, such as
 * in "Incorrect API key provided: sk-…", however its characters are written there.
 */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text
  const searched = plainSecrets(secrets)
  const shortest = Math.min(...searched.map(({ length }) => length))
  return (text) => {
    if (text.length < shortest) return text
    const masked = searched.reduce((rest, one) => rest.replaceAll(one, redacted(one)), text)
    if (!mayBeEscaped(masked)) return masked
    const { plain, place } = spelled(masked)
    const found = searched.flatMap((secret) =>
      placesOf(secret, plain).map((at) => ({ secret, at, end: at + secret.length })),
    )
    let [result, from] = ['', 0]
    for (const { secret, at, end } of found.toSorted((one, other) => one.at - other.at)) {
      if (place(at) < from) continue
      result += masked.slice(from, place(at)) + redacted(secret)
      from = place(end)
    }
    return from === 0 ? masked : result + masked.slice(from)
  }
}

/** Secrets as they are found in a plain text: `a%41` stands there as `aA` where it was not escaped. */
export function plainSecrets(secrets: readonly string[]): string[] {
  const spellings = secrets.flatMap((secret) => [
    secret,
    spelled(secret).plain,
    JSON.stringify(secret).slice(1, -1),
  ])
  return [...new Set(spellings)]
}

function placesOf(secret: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length))
    places.push(at)
  return places
}

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
export interface PieceMask {
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
  /** Whether a marker stands for it already. */
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

/** How many characters at the end of a text the secret begins with, without being all of it. */
function endThatBegins(secret: string, text: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (secret.startsWith(text.slice(-length))) return length
  return 0
}
