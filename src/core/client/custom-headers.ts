import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'

/** Families and names that a person may add to a request; whatever is not among them is not sent. */
const ALLOWED =
  /^(?:x-[\w-]+|openai-(?:organization|project|beta)|anthropic-(?:version|beta)|idempotency-key|traceparent|tracestate|baggage)$/
/** Proves who pays, in any API's spelling: only the connection's own credential does that. */
const CREDENTIAL =
  /(?:^|-)(?:api-?key|key|auth(?:orization|entication)?|tokens?|secret|password|credentials?|cookie|session|signature|sign-in.*|payment|402.*)(?:-|$)/
/** Set by proxies, browsers and services: one that a client invents would mislead them. */
const OTHERS = /^x-(?:forwarded-.+|real-ip|client-ip|http-method.*|method-override|ratelimit-.+)$/
const MAX_CHARS = 1_000
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
  if (value.length > MAX_CHARS || !/^[\x20-\x7e]*$/.test(value))
    return `A header value has up to ${MAX_CHARS} ASCII characters.`
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
