import { chatRequestSchema } from '../../../../contract/chat/request/request.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { z } from '../../../../contract/zod.ts'
import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import { cutOff, type Reader } from '../../client/body/response-body.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { apiKeyCredential } from '../../client/connection/credential.ts'
import type { ExchangeBody } from '../../client/exchanges/exchange.ts'
import { readWithCost } from '../../client/operation.ts'
import { maxChatCost } from '../../client/queries/max-chat-cost.ts'
import { request, type ApiCall } from '../../client/request.ts'
import { callOf, keyOf, REQUEST_NAMES, type Replies, type RequestName } from './check-requests.ts'
import { verdictOf, type Probe, type Verdict } from './probe.ts'
import { RESPONSE_PROBES } from './probes-of-a-response.ts'
import { STREAM_PROBES } from './probes-of-a-stream.ts'
import { ERROR_PROBES, FIELD_PROBES, LATENCY_PROBES } from './probes-of-fields.ts'
import { replyOf, type Reply } from './reply.ts'

/** Everything that a check looks at, in the order in which it is shown. */
export const PROBES: readonly Probe[] = [
  ...RESPONSE_PROBES,
  ...STREAM_PROBES,
  ...FIELD_PROBES,
  ...ERROR_PROBES,
  ...LATENCY_PROBES,
]

/** What a check has found so far: by the name of the probe, with the exchange each rests on. */
export interface CheckRow {
  name: string
  verdict?: Verdict
  exchangeId?: string
}

/** How a check ended: after all requests, by a press, or because the page sends no more. */
export type CheckEnd =
  | { kind: 'done' }
  | { kind: 'stopped' }
  | { kind: 'held_back'; failure: Failure }

interface CheckOptions {
  /** Called after every response, with all rows. */
  onRows: (rows: readonly CheckRow[]) => void
  signal: AbortSignal
}

/**
 * Checks an API with one model: about fifty short requests one after the other, seven of them wrong on
 * purpose. Each asks for what every request must be granted; nothing is repeated. A key that is rejected, a
 * limit or an empty balance ends it. Without a key of its own, nothing is found of keys.
 */
export async function runApiCheck(
  client: Client,
  connection: Connection,
  model: string,
  { onRows, signal }: CheckOptions,
): Promise<CheckEnd> {
  const replies: Partial<Record<RequestName, Reply>> = {}
  for (const name of REQUEST_NAMES) {
    if (signal.aborted) return { kind: 'stopped' }
    const call = callOf(name, model, replies)
    const isOwnKey = keyOf(name) === 'own'
    if (call === undefined || (!isOwnKey && connection.credential === undefined)) continue
    const arrivals: number[] = []
    const result = await send(client, connection, call, name, arrivals, signal)
    if (signal.aborted) return { kind: 'stopped' }
    const isRefused = !result.ok && isOwnKey && isRefusal(result.failure)
    if (!result.ok && (result.exchange.unsent === true || isRefused))
      return { kind: 'held_back', failure: result.failure }
    replies[name] = replyOf(result.exchange, arrivals)
    onRows(rowsOf(replies))
  }
  return { kind: 'done' }
}

/** The rows of a check, each with its verdict as soon as it has one. */
function rowsOf(replies: Replies): CheckRow[] {
  return PROBES.map((probe) => {
    const verdict = verdictOf(probe, replies)
    const id = replies[probe.request]?.exchange.id
    return {
      name: probe.name,
      ...(verdict === undefined ? {} : { verdict }),
      ...(id === undefined ? {} : { exchangeId: id }),
    }
  })
}

/** The most that a check can cost, micro-USD; undefined where the price is not known. */
export async function maxCheckCost(
  client: Client,
  connection: Connection,
  model: string,
): Promise<number | undefined> {
  let most = 0
  for (const name of REQUEST_NAMES) {
    const call = callOf(name, model, {})
    const cost = call === undefined ? 0 : await maxCost(client, connection, call)
    if (cost === undefined) return undefined
    most += cost
  }
  // The tool result is as long as the request for the call.
  const tool = callOf('tool', model, {})
  return most + ((tool && (await maxCost(client, connection, tool))) ?? 0)
}

/** What a call can cost at most; what is no valid request costs nothing. */
function maxCost(
  client: Client,
  connection: Connection,
  { body }: ApiCall,
): Promise<number | undefined> | number {
  const chat = z.safeParse(chatRequestSchema, body)
  if (!chat.success || chat.data.model.startsWith('no-such-model')) return 0
  return maxChatCost(client, connection, chat.data)
}

function send(
  client: Client,
  connection: Connection,
  call: ApiCall,
  name: RequestName,
  arrivals: number[],
  signal: AbortSignal,
) {
  const limits = spendLimitsOf(client).admission(() => maxCost(client, connection, call))
  return request(client, withKeyOf(connection, name), call, {
    signal,
    read: name === 'cancel' ? readBeginning : readTimed(client, arrivals),
    admit: call.body === undefined ? [] : [limits],
  })
}

/** The connection as a request authenticates; what another key brings is not the account's. */
function withKeyOf(connection: Connection, name: RequestName): Connection {
  const key = keyOf(name)
  if (key === 'own') return connection
  const { credential: _, ...open } = { ...connection, session: `${connection.session} ${name}` }
  if (key === 'none') return open
  return { ...open, credential: apiKeyCredential(WRONG_KEY, new URL(open.baseUrl).origin) }
}

const WRONG_KEY = 'sk-this-key-is-wrong-on-purpose'

/** Reads a response to its end, and notes when its parts arrive. */
const readTimed =
  (client: Client, arrivals: number[]): Reader<ExchangeBody> =>
  (incoming) => {
    const { response, exchange } = incoming
    const { status, headers } = response
    const noted = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          arrivals.push(exchange.elapsed())
          controller.enqueue(part)
        },
      }),
    )
    return readWithCost(client)({
      ...incoming,
      response: new Response(noted, { status, headers }),
    })
  }

/** Reads the first bytes of a response and hangs up. */
const readBeginning: Reader<unknown> = async ({ response }) => {
  const reader = response.body?.getReader()
  try {
    await reader?.read()
    await reader?.cancel()
    return { ok: true, value: undefined }
  } catch (error) {
    return cutOff(error)
  }
}

/** The key, the limits or the balance: every further request would end alike. */
function isRefusal(failure: Failure): boolean {
  return 'status' in failure && [401, 402, 403, 429].includes(failure.status)
}
