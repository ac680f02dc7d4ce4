import { redacted } from '../../../../contract/headers/secrets/secret-mask.ts'
import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ExchangeFormField } from '../exchanges/exchange.ts'

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

/** One field of a form: a text, or a file with its name. */
export interface FormField {
  name: string
  value: string | { file: Blob; fileName: string }
}

/** A form as `fetch` takes it. */
export function formData(form: readonly FormField[]): FormData {
  const data = new FormData()
  for (const { name, value } of form)
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value.file, value.fileName)
  return data
}

/** What is recorded of a field: the bytes of a file are not. */
export function recordedField({ name, value }: FormField): ExchangeFormField {
  if (typeof value === 'string') return { name, text: value }
  const { file, fileName } = value
  return { name, fileName, mediaType: file.type, bytes: file.size }
}

/** What is recorded of a form of secrets. */
export function recordedSecrets(form: Readonly<Record<string, string>>): ExchangeFormField[] {
  return Object.entries(form).map(([name, value]) => ({ name, text: redacted(value) }))
}

/** Bytes of the contents; what the browser puts between them is not known. */
export function formBytes(form: readonly FormField[] = []): number {
  const encoder = new TextEncoder()
  return form.reduce(
    (sum, { value }) =>
      sum + (typeof value === 'string' ? encoder.encode(value).byteLength : value.file.size),
    0,
  )
}
