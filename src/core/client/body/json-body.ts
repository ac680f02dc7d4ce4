import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'

/** Characters of strings from which on a body is written in pieces. */
const LONG_BODY = 1_000_000
/** Characters written in one go, so that no task is long. */
const PIECE = 512 * 1024

/**
 * A value as the JSON of a request body: text, or where it holds files of megabytes a Blob, which is
 * written piece by piece so that the page goes on meanwhile.
 */
export async function jsonBody(value: JsonValue): Promise<string | Blob> {
  return charactersIn(value) < LONG_BODY ? JSON.stringify(value) : longJsonBody(value)
}

/** Size of a body, bytes. */
export function bodyBytes(body: string | Blob): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.size
}

/**
 * As {@link jsonBody}, always in pieces: the JSON is made with a mark in the place of each long
 * string, and the strings are put there one piece after the other.
 */
export async function longJsonBody(value: JsonValue, piece = PIECE): Promise<Blob> {
  // Nobody can have written it: it is made anew for each body.
  const mark = crypto.randomUUID()
  const strings: string[] = []
  const outline = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'string' || member.length <= piece) return member
    strings.push(member)
    return mark
  })
  const [head = '', ...rest] = outline.split(`"${mark}"`)
  const parts: (string | Blob)[] = [head]
  for (const [index, between] of rest.entries()) {
    const text = strings[index] ?? ''
    parts.push('"')
    for (let at = 0; at < text.length;) {
      const end = wholeCharacters(text, Math.min(text.length, at + piece))
      parts.push(new Blob([JSON.stringify(text.slice(at, end)).slice(1, -1)]))
      at = end
      await otherWork()
    }
    parts.push('"', between)
  }
  return new Blob(parts)
}

/** The end of a piece, moved by one where it would part the halves of a character. */
function wholeCharacters(text: string, end: number): number {
  return end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end
}

function charactersIn(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + charactersIn(item), 0)
  if (!isJsonObject(value)) return 0
  return Object.values(value).reduce<number>((sum, member) => sum + charactersIn(member), 0)
}

/** Lets the page do what else there is to do. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
