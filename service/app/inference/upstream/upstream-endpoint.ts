import { errorCode } from '../../errors.ts'
import { standardError, type HttpError } from '../../http/http-error.ts'

/** An OpenAI-compatible server. `baseUrl` holds the version segment. */
export interface UpstreamEndpoint {
  /** Goes before the ids of its models, as `name/`; absent: they are offered as they came. */
  name?: string
  baseUrl: string
  key: string | undefined
  /** Sent with every request, as a gateway asks for them. */
  headers?: Readonly<Record<string, string>>
}

/** The environment variable that holds its key: `VENDOR_UPSTREAM_KEY_MY_GPU` for `my-gpu`. */
export function keyVariable(name: string | undefined): string {
  return `VENDOR_UPSTREAM_KEY${suffixOf(name)}`
}

/** The one that holds its headers, as JSON: `VENDOR_UPSTREAM_HEADERS_MY_GPU`. */
export function headersVariable(name: string | undefined): string {
  return `VENDOR_UPSTREAM_HEADERS${suffixOf(name)}`
}

function suffixOf(name: string | undefined): string {
  return name === undefined ? '' : `_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The id under which a model of it is offered here. */
export function offeredId({ name }: UpstreamEndpoint, id: string): string {
  return name === undefined ? id : `${name}/${id}`
}

/** Its own id of a model that is offered as `id`; undefined for a model of somebody else. */
export function ownId({ name }: UpstreamEndpoint, id: string): string | undefined {
  if (name === undefined) return id
  return id.startsWith(`${name}/`) ? id.slice(name.length + 1) : undefined
}

/** The headers of a request to it. */
export function upstreamHeaders({ key, headers }: UpstreamEndpoint): Record<string, string> {
  return {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...headers,
    ...(key === undefined || key === '' ? {} : { Authorization: `Bearer ${key}` }),
  }
}

/** Shorter values of headers are names, which stand in many texts. */
const MIN_SECRET_LENGTH = 12

/** What authenticates this service there. Its clients must never get it, whatever the server repeats. */
export function upstreamSecrets({ key, headers = {} }: UpstreamEndpoint): readonly string[] {
  const values = Object.values(headers).map((value) => value.replace(/^Bearer\s+/i, ''))
  const long = values.filter(({ length }) => length >= MIN_SECRET_LENGTH)
  return key === undefined || key === '' ? long : [key, ...long]
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
