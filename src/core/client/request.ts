import type { Failure } from '../../../contract/errors/failure.ts'
import { readServiceError } from '../../../contract/errors/read-service-error.ts'
import type { ServiceError } from '../../../contract/errors/service-error.ts'
import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { redacted, secretMask } from '../../../contract/headers/secrets/secret-mask.ts'
import { isJsonObject, type JsonValue } from '../../../contract/json.ts'
import type { CallPurpose } from '../../../contract/limits/failure-log.ts'
import { neutralBody, neutralHeaderName } from '../../../contract/provider-name.ts'
import { recordCharge, recordHeaders } from './account/record-headers.ts'
import { ABORTED, type Admission, type Grant, type PendingRequest } from './admission/admission.ts'
import { allowedByPage, authenticated, NO_NETWORK, online } from './admission/every-request.ts'
import { failureBudgetOf } from './admission/failure-budget.ts'
import {
  bodyBytes,
  formBytes,
  formData,
  type FormField,
  jsonBody,
  recordedField,
  recordedSecrets,
} from './body/request-body.ts'
import { readText, type Incoming, type Reader } from './body/response-body.ts'
import { causeOf } from './cause.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import { secretsOf } from './connection/credential.ts'
import { customHeaders } from './connection/extra-headers.ts'
import { isLoopback } from './connection/network.ts'
import type { Exchange } from './exchanges/exchange.ts'
import { fileNamesOf, openExchange, type OpenExchange } from './exchanges/open-exchange.ts'

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API, with a JSON body, a form, or nothing. */
export interface ApiCall {
  /** `OPTIONS` asks what a browser asks before it sends a request of a page. */
  method: ApiMethod | 'OPTIONS'
  /** Path and query below the base URL, such as `/models?type=text`. */
  path: string
  /** A JSON body, in the wire spelling. */
  body?: JsonValue
  /** Further strings of a JSON object. They are secrets: only their names are recorded. */
  secretFields?: Readonly<Record<string, string>>
  /** Sent as `multipart/form-data`; the browser writes its boundary. */
  form?: readonly FormField[]
  /** Sent as `application/x-www-form-urlencoded`. Its values are secrets: only their names are recorded. */
  secretForm?: Readonly<Record<string, string>>
  /** The media types asked for; JSON or an event stream unless said otherwise. */
  accept?: string
  /** Headers that a person added. Only what `customHeaders` allows is sent. */
  headers?: HeaderList
}

export interface RequestOptions<T> {
  /** Aborts on behalf of a person. */
  signal: AbortSignal
  /** Reads a response of status 2xx. */
  read: Reader<T>
  /** Takes an error response that is the one wanted, such as a 402 with ways to pay. */
  readRefusal?: (failure: ServiceError, headers: HeaderList) => T | undefined
  /** What must be granted first, in this order; every request also needs a credential and room in the failure budget. */
  admit?: readonly Admission[]
  /** A person clicked, the page repeats a request, or it sends one by itself; `click` unless said otherwise. */
  purpose?: CallPurpose
  /** Without a whole response after this long the outcome is unknown, ms. */
  timeoutMs?: number
  /** The conversation that the request is for, by which its cost is counted. */
  conversationId?: string
  /** What it counts for in the failure budget; by its body unless said otherwise. */
  failureScope?: () => string
  /** Called once, with the id of the exchange that records the request. */
  onOpen?: (exchangeId: string) => void
  /** Another protocol than the API's is spoken. */
  protocol?: OtherProtocol
}

/**
 * Another protocol than the API's: its failures don't count in the API's budget, and its headers report no
 * balance and no rate limit.
 */
interface OtherProtocol {
  name: 'mcp'
  /** Sent as they are; none of them is a secret. */
  headers: HeaderList
  /** What the request is sent for. */
  cause?: NonNullable<Exchange['cause']>
  /** The most that is read of a response, bytes. */
  maxBytes: number
  /** A failure in the words of this protocol; the exchange is as far as it came. */
  explain(failure: Failure, exchange: Exchange): Failure
}

/** How a request ended, with its closed exchange. A failure of kind `aborted` was a person's act. */
export type Result<T> = { exchange: Exchange } & (
  | { ok: true; value: T }
  | { ok: false; failure: Failure }
)

type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/**
 * Makes one request: open → admit → send → read → settle. It is sent once and never repeated, and
 * it never rejects: whatever happens, its exchange is closed exactly once, what was granted is
 * settled, and the reason is a value. Redirects are refused, so that a credential never follows one
 * to another address.
 * @example
 * const result = await request(client, connection, { method: 'GET', path: '/models' }, {
 *   signal,
 *   read: json(readModels, 'a list of models'),
 * })
 */
export async function request<T>(
  client: Client,
  connection: Connection,
  call: ApiCall,
  options: RequestOptions<T>,
): Promise<Result<T>> {
  const { world } = client
  const { method, path, body } = call
  const url = connection.baseUrl + path
  const { protocol, purpose = 'click' } = options
  const headers: HeaderList = [
    ['Accept', call.accept ?? 'application/json, text/event-stream'],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...allHeaders(
      connection.headers ?? [],
      customHeaders(call.headers ?? [], connection.providerName),
    ),
    ...(protocol?.headers ?? []),
  ]
  const exchange = openExchange(client, {
    id: world.random.uuid(),
    providerName: connection.providerName,
    connection: { id: connection.id, name: connection.name, session: connection.session },
    ...(protocol === undefined ? {} : { protocol: protocol.name }),
    ...(protocol?.cause === undefined ? {} : { cause: protocol.cause }),
    background: purpose === 'background',
    request: {
      method,
      url,
      path,
      headers,
      bytes: 0,
      ...recordedBody(
        client,
        body === undefined ? body : withFields(body, call.secretFields, redacted),
      ),
      ...(call.form === undefined ? {} : { form: call.form.map(recordedField) }),
      ...(call.secretForm === undefined ? {} : { form: recordedSecrets(call.secretForm) }),
    },
    headers: [],
    events: [],
    eventCount: 0,
    receipt: {},
  })
  options.onOpen?.(exchange.id)

  const grants: Grant[] = []
  let outcome: Outcome<T>
  try {
    const pending: PendingRequest = {
      connection,
      method,
      path,
      url,
      ...(body === undefined ? {} : { body }),
      isBackground: purpose === 'background',
    }
    const admissions = [
      ...(options.admit ?? []),
      allowedByPage(client),
      online(client),
      ...(protocol === undefined
        ? [failureBudgetOf(client).admission(purpose, options.failureScope)]
        : []),
      authenticated,
    ]
    const refusal = await admitAll(admissions, pending, options.signal, grants)
    outcome =
      refusal === undefined
        ? await send(client, pending, { call, headers, grants, exchange }, options)
        : { ok: false, failure: refusal }
  } catch (error) {
    world.report(error)
    outcome = {
      ok: false,
      failure: {
        kind: 'page_error',
        message: 'This page failed while it made the request.',
        cause: causeOf(error),
      },
    }
  }
  if (!outcome.ok && protocol !== undefined)
    outcome = { ok: false, failure: protocol.explain(outcome.failure, exchange.get()) }
  const closed = exchange.close(outcome.ok ? undefined : outcome.failure)
  if (protocol === undefined) recordCharge(client, connection, closed, options.conversationId)
  for (const grant of grants.toReversed()) {
    try {
      await grant.settle?.(closed)
    } catch (error) {
      // The others are settled all the same.
      world.report(error)
    }
  }
  return { ...outcome, exchange: closed }
}

/** Asks the admissions one after the other; returns the failure of the first that refuses. */
async function admitAll(
  admissions: readonly Admission[],
  pending: PendingRequest,
  signal: AbortSignal,
  grants: Grant[],
): Promise<Failure | undefined> {
  for (const admission of admissions) {
    if (signal.aborted) return ABORTED
    const answer = await admission(pending, signal)
    if (!answer.ok) return signal.aborted ? ABORTED : answer.failure
    grants.push(answer)
  }
  return signal.aborted ? ABORTED : undefined
}

interface Sending {
  call: ApiCall
  headers: HeaderList
  grants: readonly Grant[]
  exchange: OpenExchange
}

async function send<T>(
  client: Client,
  { connection, method, path, url, body }: PendingRequest,
  { call, headers, grants, exchange }: Sending,
  { signal, read, readRefusal, timeoutMs, protocol }: RequestOptions<T>,
): Promise<Outcome<T>> {
  const { world } = client
  const sentBody = grants.reduce((sent, grant) => grant.body ?? sent, body)
  const text =
    sentBody === undefined ? undefined : await jsonBody(withFields(sentBody, call.secretFields))
  // Writing a long body takes a while.
  if (signal.aborted) return { ok: false, failure: ABORTED }
  const added = grants.flatMap((grant) => grant.headers ?? [])
  const credentials = grants.flatMap((grant) => grant.credentials ?? [])
  const secrets = secretsOf([
    ...credentials,
    ...Object.entries({ ...call.secretForm, ...call.secretFields }),
  ])
  const mask = secretMask(secrets)
  exchange.markSent((before) => ({
    ...before,
    request: {
      ...before.request,
      headers: [
        ...headers,
        ...added,
        ...credentials.map(([name, value]) => [name, redacted(value)] as const),
      ],
      bytes: text === undefined ? formBytes(call.form) : bodyBytes(text),
      // An encrypted body is another one, in which no file stands.
      ...(sentBody === undefined || sentBody === body ? {} : { body: sentBody, fileNames: {} }),
    },
  }))

  const timeout = timeoutAfter(timeoutMs)
  const abort = timeout === undefined ? signal : AbortSignal.any([signal, timeout.signal])
  /** Whose abort it was, or what else went wrong. */
  const failureOf = (failure: Failure): Failure => {
    if (signal.aborted) return ABORTED
    if (timeout?.signal.aborted !== true) return failure
    const seconds = Math.round((timeoutMs ?? 0) / 1000)
    return { kind: 'stalled', message: `There was no whole response within ${seconds} s.` }
  }
  try {
    let response: Response
    try {
      response = await world.fetch(url, {
        method,
        headers: [...headers, ...added, ...credentials].map(([name, value]): [string, string] => [
          name,
          value,
        ]),
        signal: abort,
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        ...(text === undefined ? {} : { body: text }),
        ...(call.form === undefined ? {} : { body: formData(call.form) }),
        ...(call.secretForm === undefined ? {} : { body: new URLSearchParams(call.secretForm) }),
      })
    } catch (error) {
      return { ok: false, failure: failureOf(unreachable(world.isOnline(), url, error)) }
    }
    const received: HeaderList = [...response.headers].map(([name, value]) => [
      name,
      // Whoever has it may go on in the place of this page.
      name === 'mcp-session-id' ? redacted(value) : mask(value),
    ])
    exchange.update((before) => ({
      ...before,
      status: response.status,
      headers: received,
      timing: { ...before.timing, headers: exchange.elapsed() },
    }))
    if (protocol === undefined) recordHeaders(client, connection, exchange.get())
    for (const grant of grants) grant.onStatus?.(response.ok, received)
    const incoming: Incoming = {
      connection,
      response,
      headers: received,
      signal: abort,
      exchange,
      mask,
      secrets,
      world,
      ...(protocol === undefined ? {} : { maxBytes: protocol.maxBytes }),
    }
    if (response.ok) {
      const result = await read(incoming)
      return result.ok ? result : { ok: false, failure: failureOf(result.failure) }
    }
    const failure = await readRefused(incoming, path)
    const wanted = readRefusal?.(failure, received)
    return wanted === undefined ? { ok: false, failure } : { ok: true, value: wanted }
  } finally {
    timeout?.clear()
  }
}

/** The headers of the connection, but for those that the request sets itself. */
function allHeaders(own: HeaderList, given: HeaderList): HeaderList {
  return [...own.filter(([name]) => headerValue(given, name) === undefined), ...given]
}

/** A JSON object with further strings, as they are `written`. */
function withFields(
  body: JsonValue,
  fields: Readonly<Record<string, string>> = {},
  written = (value: string) => value,
): JsonValue {
  const more = Object.entries(fields).map(([name, value]) => [name, written(value)] as const)
  return isJsonObject(body) ? { ...body, ...Object.fromEntries(more) } : body
}

/** The body as it is recorded, with the names of the files in it. */
function recordedBody(
  client: Client,
  body: JsonValue | undefined,
): Pick<Exchange['request'], 'body' | 'fileNames'> {
  if (body === undefined) return {}
  const names = fileNamesOf(client).listIn(body)
  return { body, ...(Object.keys(names).length === 0 ? {} : { fileNames: names }) }
}

/** An error response as a failure; its status counts even where the body is cut off. */
async function readRefused(incoming: Incoming, path: string): Promise<ServiceError> {
  const { connection, response, headers, world } = incoming
  const body = await readText(incoming)
  return readServiceError({
    status: response.status,
    headers: headers.map(([name, value]) => [
      neutralHeaderName(name, connection.providerName),
      value,
    ]),
    body: !body.ok
      ? ''
      : body.value.kind === 'json'
        ? neutralBody(body.value.value, connection.providerName)
        : body.value.text,
    route: path,
    nowMs: world.clock.now(),
  })
}

function unreachable(isOnline: boolean, url: string, error: unknown): Failure {
  const { origin, hostname } = new URL(url)
  const cause = causeOf(error)
  if (!isOnline && !isLoopback(hostname)) return { kind: 'offline', message: NO_NETWORK, cause }
  return { kind: 'unreachable', message: `No response could be read from ${origin}.`, cause }
}

function timeoutAfter(ms: number | undefined): { signal: AbortSignal; clear(): void } | undefined {
  if (ms === undefined) return undefined
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
