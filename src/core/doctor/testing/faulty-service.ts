import { exposedHeaders } from '../../../../contract/headers/catalogue.ts'
import { readJson, isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { apiKeyCredential } from '../../client/connection/credential.ts'
import { fakeClient } from '../../client/testing/fake-world.ts'
import type { Replies } from '../reply.ts'
import type { Asking } from '../requests.ts'
import { checkChats, checkForFree, rowsOf } from '../run-doctor.ts'
import type { FreeFault, PlantedFault } from './planted-faults.ts'

/** A service that answers without a port. */
interface Service {
  request(path: string, init: RequestInit): Promise<Response> | Response
  nextKey(): string
}

/** Where the service would listen. */
const ORIGIN = 'http://127.0.0.1:1'

/** A client of the built-in models, some of whose responses have a fault. */
export function clientWith(
  service: Service,
  fault: PlantedFault = { name: 'none' },
  free?: FreeFault,
) {
  let errors = 0
  let requests = 0
  let rejected = 0
  const paid: string[] = []
  const key = service.nextKey()
  const fake = fakeClient(async ({ url, method, headers, body, signal }) => {
    requests += 1
    if (isBillable(method, body)) paid.push(url)
    const sent = new Headers(headers.map(([name, value]): [string, string] => [name, value]))
    if (fault.takesAnyKey === true) sent.set('authorization', `Bearer ${key}`)
    const origin = sent.get('origin')
    sent.delete('origin')
    if (method === 'OPTIONS') return withFreeFault(preflight(origin), 'OPTIONS', free)
    const response = await service.request(url.slice(ORIGIN.length), {
      method,
      headers: [...sent],
      signal,
      ...(typeof body === 'string' ? { body } : {}),
    })
    // A 402 for want of a key counts nowhere.
    if (!response.ok && response.status !== 402) errors += 1
    if (response.status === 401) rejected += 1
    fake.world.advance(fault.holdsBackMs ?? 0)
    const asked = typeof body === 'string' ? (readJson(body) as JsonObject) : {}
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const changed = type.startsWith('text/event-stream')
      ? faultyStream(text, fault)
      : faultyBody(text, asked, fault)
    const own = new Headers(response.headers)
    own.delete('content-length')
    if (origin !== null) {
      own.set('access-control-allow-origin', origin)
      own.set('access-control-expose-headers', exposedHeaders('vendor').join(',').toLowerCase())
    }
    const status = fault.response?.(response.status, own, asked) ?? response.status
    const request = `${method} ${url.slice(`${ORIGIN}/api/v1`.length)}`
    return withFreeFault(new Response(changed, { status, headers: own }), request, free)
  })
  const { client, connection } = fake
  const own: Connection = {
    ...connection,
    baseUrl: `${ORIGIN}/api/v1`,
    headers: [['x-own', '1']],
    credential: apiKeyCredential(key, ORIGIN),
  }
  return {
    client,
    connection: own,
    count: () => ({ errors, requests, rejected, paid }),
    advance: (ms: number) => fake.world.advance(ms),
  }
}

/** A service that lets in pages of every origin, with every header that they send. */
function preflight(origin: string | null): Response {
  const headers = [
    'authorization,content-type,sign-in-with-x,payment-signature',
    'x-vendor-tee-client-pub-key,x-vendor-tee-signing-algo,x-own',
  ]
  return new Response(undefined, {
    status: 204,
    headers: {
      'access-control-allow-origin': origin ?? '',
      'access-control-allow-headers': headers.join(','),
    },
  })
}

async function withFreeFault(
  response: Response,
  request: string,
  fault: FreeFault | undefined,
): Promise<Response> {
  if (fault === undefined || !(request === fault.at || request.endsWith(` ${fault.at}`)))
    return response
  const text = await response.text()
  const value = readJson(text)
  const headers = new Headers(response.headers)
  fault.headers?.(headers)
  const body = isJsonObject(value) && fault.body ? JSON.stringify(fault.body(value)) : text
  const { status = response.status } = fault
  return new Response(status === 204 ? undefined : body, { status, headers })
}

/** Whether a request could bring a response that someone pays for. */
function isBillable(method: string, body: unknown): boolean {
  const sent = typeof body === 'string' ? readJson(body) : undefined
  const asked = isJsonObject(sent) ? sent : {}
  const { messages = [], prompt, input } = asked
  return method === 'POST' && [...[messages].flat(), prompt, input].some((one) => one !== undefined)
}

function faultyBody(text: string, asked: JsonObject, { body }: PlantedFault): string {
  const value = readJson(text)
  return body === undefined || !isJsonObject(value) ? text : JSON.stringify(body(value, asked))
}

function faultyStream(text: string, { chunk, text: change }: PlantedFault): string {
  let index = 0
  const changed =
    chunk === undefined
      ? text
      : text.replaceAll(/^data: (\{.*\})$/gm, (_, json: string) => {
          const value = readJson(json)
          return `data: ${JSON.stringify(isJsonObject(value) ? chunk(value, index++) : value)}`
        })
  return change === undefined ? changed : change(changed)
}

/** Runs a check to its end, free and paid, as a terminal does. */
export async function check(
  client: Client,
  connection: Connection,
  {
    model = 'sandbox-chat',
    signal = AbortSignal.any([]),
    isFree = false,
    pageOrigin = 'https://page.example.com',
  } = {},
) {
  const asking: Asking = { connection, model, place: 'terminal', pageOrigin }
  let replies: Replies = {}
  const options = {
    ...asking,
    signal,
    onReplies: (next: Replies) => {
      replies = next
    },
  }
  let end = await checkForFree(client, connection, options)
  if (!isFree && end.kind === 'done')
    end = await checkChats(client, connection, model, { ...options, earlier: replies })
  const rows = rowsOf(replies, asking)
  const of = (result: string) =>
    rows
      .filter(({ verdict }) => verdict?.result === result)
      .map(({ name, verdict }) => `${name}: ${verdict?.reason ?? ''}`)
  return { end, rows, replies, of }
}
