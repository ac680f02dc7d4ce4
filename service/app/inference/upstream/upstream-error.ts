import { errorTextOf } from '../../../../contract/errors/error-body.ts'
import type { ServiceError } from '../../../../contract/errors/service-error.ts'
import { secretMask } from '../../../../contract/headers/secrets/secret-mask.ts'
import { type HttpError, standardError } from '../../http/http-error.ts'
import { timedOut } from '../../sandbox/directives.ts'
import {
  keyVariable,
  unreachable,
  UpstreamBodyError,
  type UpstreamEndpoint,
  upstreamSecrets,
  upstreamText,
} from './upstream-request.ts'

const MAX_TEXT = 500
const MAX_ERROR_BYTES = 64 * 1024

/** What an upstream server's error status is for our caller; the real service has one for all that a request got wrong. */
export async function upstreamError(
  endpoint: UpstreamEndpoint,
  response: Response,
  likeProvider: boolean,
): Promise<HttpError> {
  const said =
    (await messageOf(endpoint, response)) ??
    `The upstream server returned status ${response.status}.`
  const retryAfter = response.headers.get('retry-after')
  const retry =
    retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? { 'Retry-After': retryAfter } : {}
  switch (response.status) {
    case 400:
    case 410:
    case 413:
    case 422:
      return standardError(likeProvider ? 400 : response.status, said)
    case 401:
    case 403:
      return unreachable(endpoint, `rejected its key; set ${keyVariable(endpoint.name)}`)
    case 404:
      return standardError(404, said, 'MODEL_NOT_FOUND')
    case 429:
      return standardError(429, said, 'RATE_LIMIT_EXCEEDED', {
        'x-ratelimit-type': 'global',
        ...retry,
      })
    case 503:
      return standardError(503, said, 'MODEL_AT_CAPACITY', retry)
    case 408:
    case 504:
      return timedOut()
    default:
      return response.status >= 500
        ? standardError(500, said, 'INFERENCE_FAILED')
        : unreachable(endpoint, `returned status ${response.status}`)
  }
}

/** The error of a response with status 200, for our caller. */
export function refusalOf({ kind, message }: ServiceError): HttpError {
  const said = message.slice(0, MAX_TEXT)
  switch (kind) {
    case 'rate_limited':
      return standardError(429, said, 'RATE_LIMIT_EXCEEDED', { 'x-ratelimit-type': 'global' })
    case 'at_capacity':
      return standardError(503, said, 'MODEL_AT_CAPACITY')
    case 'unprocessable':
      return standardError(422, said)
    case 'timed_out':
      return timedOut()
    default:
      return standardError(502, said)
  }
}

/** The 502 of a response that can't be read. */
export function unreadable(error: unknown): HttpError {
  return standardError(
    502,
    error instanceof UpstreamBodyError
      ? `The upstream response ${error.message}.`
      : 'The upstream response was cut off.',
  )
}

/** The words of an error response, JSON or plain text, without our key; undefined for one without any. */
export async function messageOf(
  endpoint: UpstreamEndpoint,
  response: Response,
): Promise<string | undefined> {
  const mask = secretMask(upstreamSecrets(endpoint))
  const text = mask(await upstreamText(response, MAX_ERROR_BYTES))
  return errorTextOf(jsonOr(text), false).message?.slice(0, MAX_TEXT)
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
