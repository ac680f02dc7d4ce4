import { isServiceError, type Failure } from '../../../../contract/errors/failure.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { json, secretJson } from '../../client/body/response-body.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { request, type Result } from '../../client/request.ts'
import { fault } from '../faults/fault.ts'
import { MESSAGE_TIMEOUT_MS } from '../limits.ts'
import { noSignIn } from './sign-in-fault.ts'

/** The largest response, bytes. */
const MAX_BYTES = 256 * 1024

/** A message of a sign-in; those that are posted bring secrets back. */
interface SignInMessage {
  method: 'GET' | 'POST'
  url: string
  body?: JsonObject
  secretForm?: Readonly<Record<string, string>>
}

/** Sends one message of a sign-in, without any credential. */
export function sendSignIn<T>(
  client: Client,
  { method, url, ...body }: SignInMessage,
  parse: (value: unknown) => T | undefined,
  signal: AbortSignal,
): Promise<Result<T>> {
  const { origin, pathname, search } = new URL(url)
  const connection: Connection = {
    id: `sign-in ${origin}`,
    name: origin,
    baseUrl: origin,
    providerName: 'mcp',
    session: client.world.random.uuid(),
    kind: 'remote',
  }
  const read = method === 'GET' ? json : secretJson
  return request(
    client,
    connection,
    { method, path: pathname + search, accept: 'application/json', ...body },
    {
      signal,
      read: read(parse, 'a response to a sign-in'),
      timeoutMs: MESSAGE_TIMEOUT_MS,
      protocol: { name: 'mcp', headers: [], maxBytes: MAX_BYTES, explain: explained },
    },
  )
}

function explained(failure: Failure, { request: { url } }: { request: { url: string } }): Failure {
  const { origin } = new URL(url)
  if (isServiceError(failure)) return noSignIn(`${origin} returned HTTP ${failure.status}.`)
  if (failure.kind === 'unreachable')
    return fault('cors', {
      title: 'Sign-in blocked by CORS',
      meaning: `${origin} lets no web page read its responses, or is not running.`,
      nextStep: 'Create a token at its provider and enter it in Authorization.',
    })
  if (failure.kind === 'unexpected_answer' || failure.kind === 'answer_too_large')
    return noSignIn(`${origin} returned no valid sign-in response.`)
  return failure
}
