import { errorCode } from '../../errors.ts'
import { standardError, type HttpError } from '../../http/http-error.ts'

/** An OpenAI-compatible server. `baseUrl` holds the version segment. */
export interface UpstreamEndpoint {
  baseUrl: string
  key: string | undefined
}

/** The headers of a request to it. */
export function upstreamHeaders({ key }: UpstreamEndpoint): Record<string, string> {
  return {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...(key === undefined || key === '' ? {} : { Authorization: `Bearer ${key}` }),
  }
}

/** The 502 of a server that cannot be reached or understood. */
export function unreachable({ baseUrl }: UpstreamEndpoint, why: string): HttpError {
  return standardError(
    502,
    `The upstream server at ${new URL(baseUrl).origin} ${why}. The built-in sandbox models still work.`,
  )
}

/** Why a server could not be reached, as the code of the socket. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'timed out'
  return errorCode(cause) || 'no connection'
}
