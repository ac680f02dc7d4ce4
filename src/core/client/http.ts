import type { Failure } from '../../../contract/errors/failure.ts'
import { readServiceError } from '../../../contract/errors/read-service-error.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { redactHeaders } from '../../../contract/headers/redaction.ts'
import type { JsonValue } from '../../../contract/json.ts'
import { operationOf } from '../../../contract/limits/failure-log.ts'
import { neutralBody } from '../../../contract/provider-body.ts'
import { neutralHeaderName } from '../../../contract/provider-name.ts'
import { noteAccount } from './account/note-account.ts'
import { takePlace } from './admission/failure-budget.ts'
import { connectionStore, isLoopback, type Connection } from './connection/connection.ts'
import { networkStore } from './connection/network.ts'
import { addExchange, updateExchange } from './exchanges/exchange-store.ts'
import type {
  ExchangeBody,
  ExchangeFormField,
  ExchangeOutcome,
  TextBody,
} from './exchanges/exchange.ts'
import { bodyBytes, jsonBody } from './json-body.ts'

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One field of a form: a text, or a file with its name. */
export interface FormField {
  name: string
  value: string | { file: Blob; fileName: string }
}

/** One call to make, with a JSON body, a form, or nothing. */
export interface ApiCall {
  method: ApiMethod
  /** Path below the base address, such as `/chat/completions`. */
  path: string
  /** A JSON body, in the wire spelling. */
  body?: JsonValue
  /** Sent as `multipart/form-data`; the browser writes its boundary. */
  form?: readonly FormField[]
  /** Headers of this call alone, none of them a secret. */
  headers?: HeaderList
  /** The media types asked for; JSON or an event stream unless said otherwise. */
  accept?: string
  signal: AbortSignal
  /** Not asked for by a person, so that the inspector does not jump to it. */
  background?: boolean
  /** The page repeats an earlier request, which gives way to what a person presses. */
  retry?: boolean
}

/** A call under way: its record in the exchange store, and the clock of its times. */
export interface OpenCall {
  exchangeId: string
  /** ms since the request was sent. */
  elapsed(): number
}

export type Opened =
  | { ok: true; call: OpenCall; response: Response; headers: HeaderList }
  | { ok: false; call: OpenCall; failure: Failure; aborted: boolean }

/**
 * Sends a request on a connection and waits for the headers of the answer. Everything that happens
 * is recorded as an exchange. Redirects are refused, so that a credential never follows one to
 * another address. An error status is read to its end and given as a failure.
 */
export async function openCall(
  connection: Connection,
  {
    method,
    path,
    body,
    form,
    headers: further = [],
    accept = 'application/json, text/event-stream',
    signal,
    background = false,
    retry = false,
  }: ApiCall,
): Promise<Opened> {
  const url = connection.baseUrl + path
  const sent = body === undefined ? undefined : await jsonBody(body)
  const startedAt = Date.now()
  const start = performance.now()
  const call: OpenCall = {
    exchangeId: crypto.randomUUID(),
    elapsed: () => performance.now() - start,
  }
  const headers: [string, string][] = [
    ['Accept', accept],
    ...(sent === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ...further.map(([name, value]): [string, string] => [name, value]),
  ]
  const record = (credentials: HeaderList) =>
    addExchange({
      id: call.exchangeId,
      startedAt,
      providerName: connection.providerName,
      background,
      request: {
        method,
        url,
        path,
        headers: [...headers, ...redactHeaders(credentials, connection.providerName)],
        bytes: sent === undefined ? formBytes(form) : bodyBytes(sent),
        ...(body === undefined ? {} : { body }),
        ...(form === undefined ? {} : { form: form.map(recordedField) }),
      },
      outcome: 'open',
      timing: {},
      headers: [],
      events: [],
      eventCount: 0,
      receipt: {},
    })

  const refuse = (failure: Failure): Opened => {
    const aborted = signal.aborted
    closeCall(call, aborted ? 'stopped' : 'failed', aborted ? undefined : failure)
    return { ok: false, call, failure, aborted }
  }

  if (!isAllowedByPage(url)) {
    record([])
    const { origin } = new URL(url)
    return refuse({
      kind: 'blocked_by_policy',
      origin,
      message: `This page may not contact ${origin}.`,
    })
  }

  if (networkStore.getState().offline) {
    record([])
    return refuse({ kind: 'offline', message: 'There is no network connection.' })
  }

  const purpose = background ? 'background' : retry ? 'retry' : 'press'
  const placing = await takePlace(connection, purpose)
  if (!placing.ok) {
    record([])
    return refuse({
      kind: 'paused',
      message: 'Too many requests failed within 30 seconds, so this one was not sent.',
      retryAtMs: Date.now() + placing.waitMs,
    })
  }
  const { place } = placing
  const operation = operationOf(method, path)

  let credentials: HeaderList
  try {
    credentials = await credentialHeaders(connection, { method, url }, signal)
  } catch {
    place.settle('unsent')
    record([])
    return refuse({ kind: 'declined', message: 'The request was not authenticated.' })
  }
  record(credentials)

  try {
    const response = await fetch(url, {
      method,
      headers: [...headers, ...credentials].map(([name, value]): [string, string] => [name, value]),
      signal,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      ...(sent === undefined ? {} : { body: sent }),
      ...(form === undefined ? {} : { body: formData(form) }),
    })
    const readable: HeaderList = [...response.headers]
    updateExchange(call.exchangeId, (exchange) => ({
      ...exchange,
      status: response.status,
      headers: readable,
      timing: { ...exchange.timing, headers: call.elapsed() },
    }))
    noteAccount(readable, connection.providerName)
    if (response.ok) {
      place.settle('ok')
      return { ok: true, call, response, headers: readable }
    }
    const answer = await readBody(call, response)
    const failure = readServiceError({
      status: response.status,
      headers: readable.map(([name, value]) => [
        neutralHeaderName(name, connection.providerName),
        value,
      ]),
      body:
        answer.kind === 'json' ? neutralBody(answer.value, connection.providerName) : answer.text,
      route: path,
      nowMs: Date.now(),
    })
    place.settle(failure.kind === 'abuse_blocked' ? 'blocked' : 'failed', {
      status: response.status,
      operation,
    })
    return refuse(failure)
  } catch {
    // The service may have seen it and failed it: it counts.
    place.settle('failed', { operation })
    return refuse(
      !navigator.onLine && !isLoopback(new URL(url).hostname)
        ? { kind: 'offline', message: 'There is no network connection.' }
        : { kind: 'unreachable', message: `No answer could be read from ${new URL(url).origin}.` },
    )
  }
}

/** Records how a call ended, and when. */
export function closeCall(call: OpenCall, outcome: ExchangeOutcome, failure?: Failure): void {
  updateExchange(call.exchangeId, (exchange) => ({
    ...exchange,
    outcome,
    timing: { ...exchange.timing, end: call.elapsed() },
    ...(failure === undefined ? {} : { failure }),
  }))
}

/** Reads an answer to its end and records it; JSON where it parses, text otherwise. */
export async function readBody(call: OpenCall, response: Response): Promise<TextBody> {
  const buffer = await response.arrayBuffer()
  const body = bodyOf(new TextDecoder().decode(buffer), buffer.byteLength)
  recordBody(call, body)
  return body
}

/** Reads an answer that may be a file, by its content type; {@link readBody} for what is none. */
export async function readFileOrBody(call: OpenCall, response: Response): Promise<ExchangeBody> {
  const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? ''
  if (/^$|^text\/|[/+]json$/i.test(mediaType)) return readBody(call, response)
  const blob = await response.blob()
  const body: ExchangeBody = { kind: 'file', mediaType, blob, bytes: blob.size }
  recordBody(call, body)
  return body
}

function recordBody(call: OpenCall, body: ExchangeBody): void {
  updateExchange(call.exchangeId, (exchange) => ({
    ...exchange,
    body,
    timing: { firstByte: call.elapsed(), ...exchange.timing },
  }))
}

function bodyOf(text: string, bytes: number): TextBody {
  try {
    return { kind: 'json', value: JSON.parse(text), bytes }
  } catch {
    return { kind: 'text', text, bytes }
  }
}

function formData(form: readonly FormField[]): FormData {
  const data = new FormData()
  for (const { name, value } of form)
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value.file, value.fileName)
  return data
}

/** What is kept of a field: the bytes of a file are not. */
function recordedField({ name, value }: FormField): ExchangeFormField {
  if (typeof value === 'string') return { name, text: value }
  const { file, fileName } = value
  return { name, fileName, mediaType: file.type, bytes: file.size }
}

/** Bytes of the contents; what the browser puts between them is not known. */
function formBytes(form: readonly FormField[] = []): number {
  return form.reduce(
    (sum, { value }) => sum + (typeof value === 'string' ? value.length : value.file.size),
    0,
  )
}

/** Asks the connection's credential for headers, only ever for its own origin. */
async function credentialHeaders(
  { credential }: Connection,
  request: { method: string; url: string },
  signal: AbortSignal,
): Promise<HeaderList> {
  if (credential === undefined || credential.origin !== new URL(request.url).origin) return []
  return credential.authorize(request, signal)
}

/** Whether the page's security policy lets it contact an address; a plain web server has none. */
function isAllowedByPage(url: string): boolean {
  const { config } = connectionStore.getState()
  if (config.mode === 'starting' || config.mode === 'static') return true
  const { origin } = new URL(url)
  return origin === location.origin || config.apiOrigins.includes(origin)
}
