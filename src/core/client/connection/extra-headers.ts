import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { keysIn, redactKeys } from '../../../../contract/headers/secrets/redaction.ts'
import { redactSecretShapes } from '../../../../contract/headers/secrets/secret-mask.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { Client } from '../client.ts'
import type { Connection } from './connections.ts'

/** Headers that a gateway or a hosted API wants with every request, as a person wrote them. */
type ExtraHeadersReading =
  | { ok: true; plain: HeaderList; secret: HeaderList }
  | { ok: false; message: string }

const MAX_EXTRA_HEADERS = 12
const MAX_CHARS = 4_000

/** Stands for a secret value that was entered before and stays as it is. */
export const UNCHANGED = '••••••••'

/** Headers known to hold no secret; the value of any other one is treated like a key. */
const PLAIN =
  /^(?:http-referer|x-title|openai-(?:organization|project|beta)|anthropic-(?:version|beta)|x-portkey-(?:provider|trace-id|metadata|cache|retry-count|request-timeout|debug)|helicone-(?:cache-enabled|cache-bucket-max-size|retry-enabled|user-id|session-(?:id|name|path)|property-[\w-]+)|x-request-timeout|anthropic-dangerous-direct-browser-access)$/

/** Set by the page itself, by the browser, or by proxies. */
const RESERVED =
  /^(?:accept|accept-encoding|accept-language|authorization|connection|content-.+|cookie2?|date|expect|host|keep-alive|origin|proxy-.+|referer|sec-.+|set-cookie|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.+|x-http-method.*|(?:x-)?sign-in-with-x|payment-.+|x-payment|x-402-.+)$/

/**
 * Reads the headers of a connection, one `Name: value` per line. Those that may hold a secret, such as
 * Azure's `api-key`, are returned apart: they are treated like a key.
 */
export function readExtraHeaders(text: string): ExtraHeadersReading {
  const lines = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at }]))
  if (lines.length > MAX_EXTRA_HEADERS)
    return { ok: false, message: `Up to ${MAX_EXTRA_HEADERS} headers can be added.` }
  const plain: [string, string][] = []
  const secret: [string, string][] = []
  const names = new Set<string>()
  for (const { line, at } of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim()
    const value = colon < 0 ? '' : line.slice(colon + 1).trim()
    const problem = faultOf(name, value) ?? (names.has(name.toLowerCase()) ? REPEATED : undefined)
    if (problem !== undefined) return { ok: false, message: `Line ${at + 1}: ${problem}` }
    names.add(name.toLowerCase())
    ;(isPlainHeader(name, value) ? plain : secret).push([name, value])
  }
  return { ok: true, plain, secret }
}

const REPEATED = 'This header is already in the list.'

/** Whether the value of a header may be stored and shown. */
export function isPlainHeader(name: string, value: string): boolean {
  return (
    value !== UNCHANGED && PLAIN.test(name.toLowerCase()) && redactSecretShapes(value) === value
  )
}

function faultOf(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'Write each header as “Name: value”.'
  if (name.toLowerCase() === 'authorization') return 'Enter this key under API key.'
  if (RESERVED.test(name.toLowerCase())) return `The page or browser sets ${name} itself.`
  if (value === UNCHANGED) return undefined
  if (value === '') return `${name} has no value.`
  if (value.length > MAX_CHARS || !/^[\x20-\x7e]*$/.test(value))
    return `A header value has up to ${MAX_CHARS} ASCII characters.`
  return undefined
}

/** Families and names that a person may add to a request; whatever is not among them is not sent. */
const ALLOWED =
  /^(?:x-[\w-]+|openai-(?:organization|project|beta)|anthropic-(?:version|beta)|idempotency-key|traceparent|tracestate|baggage)$/
/** Proves who pays, in any API's spelling: only the connection's own credential does that. */
const CREDENTIAL =
  /(?:^|-)(?:api-?key|key|auth(?:orization|entication)?|tokens?|secret|password|credentials?|cookie|session|signature|sign-in.*|payment|402.*)(?:-|$)/
/** Set by proxies, browsers and services: one that a client invents would mislead them. */
const OTHERS = /^x-(?:forwarded-.+|real-ip|client-ip|http-method.*|method-override|ratelimit-.+)$/
const MAX_CUSTOM_CHARS = 1_000
const MAX_HEADERS = 20

const SAVED = 'Saved with this request, never part of a link. Credentials come from the connection.'

/** What to know about added headers, by the kind of connection. */
export const HEADERS_NOTE = {
  local: SAVED,
  practice: SAVED,
  remote: 'Never part of a link. An API that does not allow them (CORS) makes the request fail.',
} as const

/** Why a header can't be sent with a request, as a sentence; undefined where it can. */
export function customHeaderFault(
  name: string,
  value: string,
  providerName: string,
): string | undefined {
  const lower = name.toLowerCase()
  if (!/^[\w-]+$/.test(name)) return 'A header name has letters, digits and hyphens only.'
  if (lower !== 'idempotency-key' && CREDENTIAL.test(lower))
    return "Credentials come from the connection: this header isn't sent."
  if (lower.startsWith('x-vendor-') || lower.startsWith(`x-${providerName.toLowerCase()}-`))
    return 'The service sets this header itself.'
  if (OTHERS.test(lower) || !ALLOWED.test(lower))
    return 'Only custom headers (X-…), tracing headers and OpenAI headers are sent.'
  if (value.length > MAX_CUSTOM_CHARS || !/^[\x20-\x7e]*$/.test(value))
    return `A header value has up to ${MAX_CUSTOM_CHARS} ASCII characters.`
  if (redactSecretShapes(value) !== value || value.startsWith('<redacted '))
    return "This value looks like a secret: it isn't sent."
  return undefined
}

/** The headers of a request that a person may have added: those that may be sent with it again. */
export function customHeaders(given: HeaderList, providerName: string): HeaderList {
  return given
    .filter(
      ([name, value]) =>
        value.trim() !== '' && customHeaderFault(name, value, providerName) === undefined,
    )
    .slice(0, MAX_HEADERS)
}

/** A key in a text that is about to be sent to a model; a person may overrule it. */
export interface SecretIssue extends ValidationIssue {
  code: 'contains_secret'
  /** The text with every key taken out; what stands in its place tells the length alone. */
  without: string
}

/**
 * What keeps a text from being sent before its writer has said that it is meant: it holds the key of an
 * open connection, whichever it is sent to, or what looks like another key. Empty for any other text.
 */
export function findSecrets(
  { connections }: Pick<Client, 'connections'>,
  text: string,
): SecretIssue[] {
  const { open } = connections.store.getState()
  const withoutKey = (before: string, { credential }: Connection) =>
    credential?.withoutSecret?.(before) ?? before
  const withoutOwn = open.reduce(withoutKey, text)
  const owner = open.find((one) => withoutKey(text, one) !== text)
  const [key] = keysIn(text)
  if (withoutOwn === text && key === undefined) return []
  const found =
    withoutOwn !== text || key === undefined
      ? `the key of the connection ${owner?.name ?? ''}`.trim()
      : `what looks like a key: “${key.slice(0, 6)}…”`
  return [
    {
      path: [],
      code: 'contains_secret',
      message: `This text contains ${found}.`,
      without: redactKeys(withoutOwn),
    },
  ]
}
