import { redactJson } from '../../../contract/headers/secrets/redact-json.ts'
import { redacted, redactSecretShapes } from '../../../contract/headers/secrets/secret-shapes.ts'
import type { JsonValue } from '../../../contract/json.ts'
import { isJsonObject, readJson } from '../../../contract/json.ts'
import type { HarParam, HarPostData } from './har.ts'

/** Replaces the secrets of a text. */
export type Redact = (text: string) => string

/** Shorter values are no secrets, and stand in many texts by chance. */
const SHORTEST_SECRET = 8

/** Replaces what looks like a secret, and the credentials of this request wherever they are repeated. */
export function createRedact(headers: Headers): Redact {
  const values = [...headers].flatMap(([name, value]) =>
    /authorization|cookie|key|token|secret|sign-in|payment|signature/i.test(name)
      ? [value, ...value.split(/[\s;=,]+/)]
      : [],
  )
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .toSorted((one, other) => other.length - one.length)
  return (text) =>
    redactSecretShapes(
      secrets.reduce((rest, secret) => rest.replaceAll(secret, redacted(secret)), text),
    )
}

/** A JSON value without secrets and balances; what is left of a balance is 0. */
export function redactValue(value: JsonValue, redact: Redact): JsonValue {
  return redactJson(withoutBalances(value), redact)
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

/** Parameters that APIs take credentials by. */
const SECRET_PARAMETER = /key|token|secret|signature|^sig$|auth|password|credential/i

/** A URL without the credentials in it. */
export function redactUrl(address: string, redact: Redact): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  // A copy, as members go while it is walked.
  for (const [name, value] of new URLSearchParams(url.searchParams)) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.delete(name)
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
  }
  const text = textOf(bytes)
  if (text === undefined) return { mimeType, text: `<${bytes.length} bytes>` }
  const value = readJson(text)
  const isText = value === undefined
  return { mimeType, text: isText ? redact(text) : JSON.stringify(redactValue(value, redact)) }
}

function paramOf([name, value]: [string, FormDataEntryValue], redact: Redact): HarParam {
  return typeof value === 'string'
    ? { name, value: SECRET_PARAMETER.test(name) ? redacted(value) : redact(value) }
    : { name, fileName: '<file>', contentType: value.type, _bytes: value.size }
}

/** Bytes as the text they are; undefined for what is none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
