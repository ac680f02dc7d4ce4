import { redacted } from './secret-shapes.ts'

/**
 * One character as JSON, programs, addresses and pages write it: `\/`, `\u002d`, `\x2d`, `%2D`, `&#45;`. A text
 * within a text is escaped again, so there may be several backslashes.
 */
const WRITTEN =
  /\\{1,8}(?:u([\da-f]{4})|x([\da-f]{2})|([^\w\s\\]))|%([\da-f]{2})|&#(?:x0{0,4}([\da-f]{1,4})|0{0,4}(\d{1,5}));/gi

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
export function spelled(text: string): Spelled {
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

/** Where a secret stands in a text. */
export function placesOf(secret: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length))
    places.push(at)
  return places
}
