import { chatRequestSchema } from '../../../contract/chat/request/request.ts'
import type { Failure } from '../../../contract/errors/failure.ts'
import { headerValue } from '../../../contract/headers/header-list.ts'
import { given } from '../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { z } from '../../../contract/zod.ts'
import { spendLimitsOf } from '../client/admission/spend-limits.ts'
import { cutOff, type Reader } from '../client/body/response-body.ts'
import type { Client } from '../client/client.ts'
import type { Connection } from '../client/connection/connections.ts'
import { apiKeyCredential } from '../client/connection/credential.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import { readWithCost } from '../client/operation.ts'
import { maxChatCost } from '../client/queries/models.ts'
import { request } from '../client/request.ts'
import { formatMicroUsd } from '../format/money.ts'
import { PROBES } from './probes.ts'
import { providerNameIn, replyOf, withoutSecrets, type Replies, type Reply } from './reply.ts'
import {
  FREE_REQUESTS,
  PAID_REQUESTS,
  requestOf,
  WRONG_AS,
  type Asking,
  type DoctorRequest,
  type Place,
  type RequestName,
} from './requests.ts'
import { verdictOf, type Verdict } from './verdict.ts'

/** What was found of one thing, with the exchange it rests on. */
export interface DoctorRow {
  area: string
  name: string
  verdict?: Verdict
  exchangeId?: string
}

/** How it ended: after all requests, by a press, or because no further request would be worth it. */
export type DoctorEnd =
  | { kind: 'done' }
  | { kind: 'stopped' }
  | { kind: 'held_back'; failure: Failure }
  | { kind: 'unreachable'; failure: Failure }
  /** Nothing follows a redirect; the base URL that it leads to. */
  | { kind: 'redirected'; to: string }
  | { kind: 'timed_out'; seconds: number }

/** How long one request may take, and all of them together, ms: a chat may wait for its model to be loaded. */
const FREE_TIME = { request: 10_000, all: 120_000 }
const CHATS_TIME = { request: 45_000, all: 600_000 }

/**
 * The terms of a top-up can be had a few times a minute, also by who wants to pay: what an earlier check has is as good for
 * so long, ms.
 */
const TERMS_LAST_MS = 60_000

interface DoctorOptions {
  place: Place
  /** The origin whose pages must be let in; that of the page itself. */
  pageOrigin: string
  signal: AbortSignal
  /** What an earlier run has found, to go on from. */
  earlier?: Replies
  /** Called after every response, with all replies. */
  onReplies: (replies: Replies) => void
  /** Called after every response, with its place among all requests, from 1. */
  onProgress?: (reply: Reply, at: number, of: number) => void
}

/**
 * Looks at an API by requests that can't be billed, one after the other; nothing is repeated, and nothing is signed.
 * Ends at the first when no response can be had at all.
 */
export function checkForFree(
  client: Client,
  connection: Connection,
  options: DoctorOptions,
): Promise<DoctorEnd> {
  return run(client, connection, { ...options, names: FREE_REQUESTS, model: '' })
}

/**
 * Goes on with what costs, after a person agreed to its price: about fifty short chat requests, six of them wrong on
 * purpose. Each asks for what every request must be granted. A key that is rejected, a limit or an empty balance
 * ends it.
 */
export function checkChats(
  client: Client,
  connection: Connection,
  model: string,
  options: DoctorOptions,
): Promise<DoctorEnd> {
  return run(client, connection, { ...options, names: PAID_REQUESTS, model })
}

async function run(
  client: Client,
  connection: Connection,
  options: DoctorOptions & { names: readonly RequestName[]; model: string },
): Promise<DoctorEnd> {
  const { names, model, place, pageOrigin, signal, earlier = {}, onReplies, onProgress } = options
  const { clock } = client.world
  const time = model === '' ? FREE_TIME : CHATS_TIME
  const endAt = clock.elapsed() + time.all
  const replies: Partial<Record<RequestName, Reply>> = { ...earlier }
  let rejected: Failure | undefined
  let { providerName } = connection
  for (const [index, name] of names.entries()) {
    if (signal.aborted) return { kind: 'stopped' }
    const left = endAt - clock.elapsed()
    if (left <= 0) return { kind: 'timed_out', seconds: time.all / 1000 }
    const asked = requestOf(name, replies, {
      connection: { ...connection, providerName },
      model,
      place,
      pageOrigin,
    })
    if (asked === undefined) {
      // What was found already, of all of them at once.
      const instead = name.startsWith('takes_')
        ? (replies.openapi_at_root ?? replies.openapi)
        : name.startsWith('cors_') && name !== 'cors_custom'
          ? replies.cors_key
          : undefined
      if (instead !== undefined) replies[name] = instead
      continue
    }
    if (name === 'top_up' && isRecent(replies.top_up, connection, clock.now())) continue
    const isOwnKey = asked.key === undefined
    // A key that is rejected stays so, and each time counts.
    if (isOwnKey && rejected !== undefined) continue
    const arrivals: number[] = []
    const timeoutMs = Math.min(time.request, left)
    const result = await send(
      client,
      connection,
      { asked, name, model, timeoutMs },
      arrivals,
      signal,
    )
    if (signal.aborted) return { kind: 'stopped' }
    const { exchange } = result
    if (!result.ok && exchange.unsent === true)
      return { kind: 'held_back', failure: result.failure }
    if (name === 'models' && providerName === NEUTRAL_PROVIDER_NAME)
      providerName = providerNameIn(exchange.headers) ?? providerName
    const reply = replyOf({ ...exchange, providerName }, arrivals)
    onProgress?.(reply, index + 1, names.length)
    if (!result.ok && name === 'models') {
      if (reply.status === undefined) return { kind: 'unreachable', failure: result.failure }
      const to = redirectOf(reply)
      if (to !== undefined) return { kind: 'redirected', to }
    }
    if (isOwnKey && reply.status === 402) replies.empty_balance = reply
    const isRefused = isOwnKey && [401, 402, 403, 429].includes(reply.status ?? 0)
    // Where the plainest request fails, all others would.
    const isEnd = model !== '' && (isRefused || (name === 'plain' && !result.ok))
    if (!isRefused || model === '') replies[name] = reply
    onReplies({ ...replies })
    if (result.ok) continue
    if (isEnd) return { kind: 'held_back', failure: result.failure }
    if (name !== 'models' && name !== 'rate_limits') continue
    if (reply.status === 401 && connection.credential !== undefined) {
      rejected = result.failure
      replies.rate_limits = reply
    }
  }
  onReplies({ ...replies })
  return rejected === undefined ? { kind: 'done' } : { kind: 'held_back', failure: rejected }
}

/** The base URL that a redirected list of models leads to, without a query, which may have secrets; undefined for other responses. */
function redirectOf({ status = 0, exchange }: Reply): string | undefined {
  const location = headerValue(exchange.headers, 'location')
  if (status < 300 || status > 399 || location === undefined) return undefined
  if (!URL.canParse(location, exchange.request.url)) return undefined
  const { origin, pathname } = new URL(location, exchange.request.url)
  return withoutSecrets(origin + pathname.replace(/\/models$/, ''))
}

function isRecent(reply: Reply | undefined, { baseUrl }: Connection, nowMs: number): boolean {
  if (reply === undefined) return false
  const { request: sent, startedAt } = reply.exchange
  return sent.url === baseUrl + sent.path && nowMs - startedAt < TERMS_LAST_MS
}

/** Everything that is looked at, each with its verdict as soon as it has one. */
export function rowsOf(replies: Replies, asking: Asking): DoctorRow[] {
  return PROBES.map((probe) => {
    const verdict = verdictOf(probe, replies, asking)
    const id = replies[probe.request]?.exchange.id
    return { area: probe.area, name: probe.name, ...given({ verdict, exchangeId: id }) }
  })
}

/** The most that the chat requests can cost, micro-USD; undefined where the price is not known. */
export async function maxChatsCost(
  client: Client,
  connection: Connection,
  model: string,
): Promise<number | undefined> {
  const asking: Asking = { connection, model, place: 'terminal', pageOrigin: '' }
  let most = 0
  for (const name of PAID_REQUESTS) {
    // The tool result is as long as the request for the call.
    const asked = requestOf(name === 'tool_result' ? 'tool' : name, {}, asking)
    const cost = await maxCost(client, connection, asked, model)
    if (cost === undefined) return undefined
    most += cost
  }
  return most
}

/** What the chat requests cost, as it is asked for: "47 requests, at most $0.0079". */
export function priceOf(microUsd: number | undefined): string {
  const price = microUsd === undefined ? 'price unknown' : `at most ${formatMicroUsd(microUsd)}`
  return `${PAID_REQUESTS.length} requests, ${price}`
}

/** What a request can cost at most. One that is wrong on purpose is priced as a short right one. */
function maxCost(
  client: Client,
  connection: Connection,
  asked: DoctorRequest | undefined,
  model: string,
) {
  if (asked === undefined) return 0
  const chat = z.safeParse(chatRequestSchema, asked.body)
  const isRight = chat.success && chat.data.model === model
  return maxChatCost(client, connection, isRight ? chat.data : { model, ...WRONG_AS })
}

function send(
  client: Client,
  connection: Connection,
  sent: { asked: DoctorRequest; name: RequestName; model: string; timeoutMs: number },
  arrivals: number[],
  signal: AbortSignal,
) {
  const { asked, name, model, timeoutMs } = sent
  const { method, path, body } = asked
  const limits = spendLimitsOf(client).admission(() => maxCost(client, connection, asked, model))
  return request(
    client,
    connectionFor(connection, asked, name),
    { method, path, ...(body && { body }) },
    {
      signal,
      read: name === 'cancel' ? readBeginning : readTimed(client, arrivals),
      admit: PAID_REQUESTS.includes(name) ? [limits] : [],
      timeoutMs,
    },
  )
}

/** The connection as a request authenticates; what another key brings is not the account's. */
function connectionFor(
  connection: Connection,
  { key, headers = [], isAtRoot }: DoctorRequest,
  name: RequestName,
): Connection {
  const { origin } = new URL(connection.baseUrl)
  const own: Connection = {
    ...connection,
    baseUrl: isAtRoot === true ? origin : connection.baseUrl,
    headers: [...(connection.headers ?? []), ...headers],
  }
  if (key === undefined) return own
  const { credential: _, ...open } = { ...own, session: `${own.session} ${name}` }
  return key === 'none' ? open : { ...open, credential: apiKeyCredential(WRONG_KEY, origin) }
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
    return readWithCost(client)({ ...incoming, response: new Response(noted, { status, headers }) })
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
