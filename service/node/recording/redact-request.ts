import { redactJson, rewritten } from '../../../contract/headers/secrets/redact-json.ts'
import {
  isSecretName,
  isSecretParameter,
  redacted,
  redactSecretShapes,
  secretMask,
} from '../../../contract/headers/secrets/secret-mask.ts'
import type { JsonValue } from '../../../contract/json.ts'
import { isJsonObject, readJson } from '../../../contract/json.ts'
import type { HarParam, HarPostData } from './har.ts'

/** Replaces the secrets of a text. */
export type Redact = (text: string) => string

/** Shorter values are no secrets, and stand in many texts by chance. */
const SHORTEST_SECRET = 8

/** Replaces what looks like a secret, and the credentials of this request wherever they are repeated. */
export function createRedact(headers: Headers): Redact {
  const mask = secretMask(credentialsOf(headers))
  return (text) => redactSecretShapes(mask(text))
}

/** The credentials in the headers of a request and in its URL, longest first. */
export function credentialsOf(headers: Headers, url?: string): string[] {
  const values = [...headers].flatMap(([name, value]) =>
    isSecretName(name) || isSecretParameter(name) || /sign-in|payment/i.test(name)
      ? [
          value,
          ...value.split(/[\s;=,]+/),
          ...(/^Basic (\S+)$/i.exec(value)?.slice(1).flatMap(basicParts) ?? []),
        ]
      : [],
  )
  const parameters = url === undefined ? [] : [...new URL(url).searchParams]
  const given = parameters.flatMap(([name, value]) => (isSecretParameter(name) ? [value] : []))
  return [...new Set([...values, ...given])]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .toSorted((one, other) => other.length - one.length)
}

function basicParts(base64: string): string[] {
  return Buffer.from(base64, 'base64').toString().split(/:(.*)/s)
}

/** A JSON value without secrets and balances; what is left of a balance is 0. */
export function redactValue(value: JsonValue, redact: Redact): JsonValue {
  return redactJson(withoutBalances(value), redact, redact)
}

/** A JSON value with 0 for whatever a balance is. */
export function withoutBalances(value: JsonValue, isBalance = false): JsonValue {
  if (typeof value === 'number') return isBalance ? 0 : value
  if (typeof value === 'string') return isBalance && /^-?[\d.]+$/.test(value) ? '0' : value
  if (Array.isArray(value)) return value.map((item) => withoutBalances(item, isBalance))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      inner === undefined ? undefined : withoutBalances(inner, isBalance || /balance/i.test(name)),
    ]),
  )
}

/** A URL without the credentials in it. */
export function redactUrl(address: string, redact: Redact): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  // A copy, as members go while it is walked.
  for (const [name, value] of new URLSearchParams(url.searchParams)) {
    if (isSecretParameter(name)) url.searchParams.delete(name)
    else if (redact(value) !== value) url.searchParams.set(name, redact(value))
  }
  return redact(url.href)
}

/** The body of a request as HAR has it, without secrets; undefined where there is none. */
export async function postDataOf(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
  redact: Redact,
): Promise<HarPostData | undefined> {
  if (bytes.length === 0) return undefined
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(mimeType)) {
    const form = await new Response(bytes, { headers: { 'content-type': mimeType } })
      .formData()
      .catch(() => undefined)
    const media = mimeType.split(';', 1)[0] ?? ''
    if (form !== undefined)
      return { mimeType: media, params: [...form].map((field) => paramOf(field, redact)) }
    // Which of it are credentials is not known.
    return { mimeType: media, text: lengthOf(bytes) }
  }
  const text = textOf(bytes)
  return { mimeType, text: text === undefined ? lengthOf(bytes) : redactText(text, redact) }
}

function paramOf([name, value]: [string, FormDataEntryValue], redact: Redact): HarParam {
  const shown = redact(name)
  return typeof value === 'string'
    ? { name: shown, value: isSecretParameter(name) ? redacted(value) : redactText(value, redact) }
    : { name: shown, fileName: '<file>', contentType: value.type, _bytes: value.size }
}

/** A text without secrets; JSON by its members, and as it was where it has none. */
export function redactText(text: string, redact: Redact): string {
  const value = readJson(text)
  return value === undefined ? redact(text) : rewritten(text, value, redactValue(value, redact))
}

/** What stands for bytes that can't be searched for secrets. */
export function lengthOf({ length }: Uint8Array): string {
  return `<${length} bytes>`
}

/** Bytes as the text they are; undefined for what is none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
