import { pathBelowVersion } from '../../../../contract/api-path.ts'
import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import {
  createEventDecoder,
  EventTooLargeError,
} from '../../../../contract/chat/read/event-decoder.ts'
import { readWhole, withReadings } from '../../../../contract/chat/read/read-event.ts'
import {
  eventText,
  harBytes,
  type HarEntry,
  type HarField,
  harPieces,
} from '../../../../contract/har/har-entry.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { type JsonObject, readJson } from '../../../../contract/json.ts'
import type {
  Exchange,
  ExchangeBody,
  ExchangeFormField,
  StreamEventRecord,
} from '../../client/exchanges/exchange.ts'
import { parseExchange } from './parse-exchange.ts'
import type { RedactedExchange } from './redacted-exchange.ts'

/** The exchange that an entry of another program tells of; undefined where nothing can be shown. */
export function exchangeOfHar(entry: HarEntry): Exchange | undefined {
  const { url, method, requestHeaders, sent, status, headers } = entry
  const pieces = harPieces(entry)
  const events = eventsOf(entry, pieces)
  const body = events === undefined ? bodyOf(entry, pieces) : undefined
  const firstByte = pieces.length > 1 ? pieces[0]?.at : undefined
  const exchange = parseExchange({
    startedAt: entry.startedAt,
    providerName: 'vendor',
    request: {
      method,
      url,
      path: pathBelowVersion(url) ?? url,
      headers: requestHeaders,
      ...sentPart(sent),
    },
    outcome: status === 0 ? 'failed' : entry.ended === 'complete' ? 'done' : entry.ended,
    timing: {
      ...(entry.headersAt !== undefined && { headers: entry.headersAt }),
      ...(firstByte !== undefined && { firstByte }),
      ...(entry.end !== undefined && { end: entry.end }),
    },
    ...(status > 0 && { status }),
    ...(entry.isBodyMissing && { bodyMissing: true }),
    headers,
    ...(body !== undefined && body.kind !== 'file' && { body }),
    receipt: {},
    events: events ?? [],
  })
  return (
    exchange && {
      ...exchange,
      receipt: receiptOf(events?.map(({ data }) => data) ?? textsOf(body)),
      ...(body?.kind === 'file' && { body }),
    }
  )
}

/** The tokens and the cost that a response names, as whatever program recorded it. */
function receiptOf(texts: readonly string[]): Exchange['receipt'] {
  const context = { providerName: 'vendor', nowMs: 0 }
  const readings = texts
    .filter((text) => /"(?:usage|cost)"/.test(text))
    .flatMap((text) => readWhole(text, context))
  const { usage, cost } = withReadings(emptyAnswer, readings).answer
  return { ...(usage && { usage }), ...(cost && { cost }) }
}

function textsOf(body: ExchangeBody | undefined): string[] {
  if (body === undefined || body.kind === 'file') return []
  return [body.kind === 'json' ? JSON.stringify(body.value) : body.text]
}

function sentPart(sent: HarEntry['sent']): Pick<Exchange['request'], 'body' | 'form' | 'bytes'> {
  if (sent === undefined) return { bytes: 0 }
  if ('fields' in sent) return { form: sent.fields.map(formField), bytes: 0 }
  const bytes = harBytes(sent)
  const text = textOf(bytes) ?? `<${bytes.length} bytes>`
  return { body: readJson(text) ?? text, bytes: bytes.length }
}

function formField({ name, text, fileName, mediaType, bytes }: HarField): ExchangeFormField {
  return text === undefined
    ? { name, fileName: fileName ?? '', mediaType: mediaType ?? '', bytes: bytes ?? 0 }
    : { name, text }
}

type Pieces = ReturnType<typeof harPieces>

function eventsOf(
  { mediaType, events }: HarEntry,
  pieces: Pieces,
): StreamEventRecord[] | undefined {
  const isStream =
    mediaType === 'text/event-stream' || events.length > 0 || beginsAsEvents(pieces[0]?.bytes)
  if (!isStream) return undefined
  const decoder = createEventDecoder()
  const read: StreamEventRecord[] = []
  const last = pieces.at(-1)?.at ?? 0
  try {
    for (const { at, bytes } of pieces)
      for (const event of decoder.decode(bytes)) read.push({ at, ...event })
    for (const event of decoder.end().events) read.push({ at: last, ...event })
  } catch (error) {
    if (!(error instanceof EventTooLargeError)) throw error
    // Shown as the text it is.
    return undefined
  }
  return read
}

/** Some servers give a stream another type. */
function beginsAsEvents(bytes: Uint8Array = new Uint8Array()): boolean {
  return /^(?:data|event): ?[^\n]/.test(new TextDecoder().decode(bytes.subarray(0, 20)))
}

function bodyOf({ content, mediaType }: HarEntry, pieces: Pieces): ExchangeBody | undefined {
  if (content === undefined) return undefined
  const [whole, ...others] = pieces
  const bytes = whole !== undefined && others.length === 0 ? whole.bytes : harBytes(content)
  const text = textOf(bytes)
  if (text === undefined)
    return { kind: 'file', mediaType, blob: new Blob([bytes]), bytes: bytes.length }
  const value = readJson(text)
  return value === undefined
    ? { kind: 'text', text, bytes: bytes.length }
    : { kind: 'json', value, bytes: bytes.length }
}

/** Bytes as the text they are; undefined for what is none. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Writes a redacted exchange, and the messages to tool servers it caused, as HAR 1.2. `_exchange` of an
 * entry holds what the format has no place for, such as its `cause`.
 */
export function toHar(
  exchange: RedactedExchange,
  caused: readonly RedactedExchange[] = [],
): string {
  const creator = { name: 'Vendor Playground', version: '1' }
  const entries = [exchange, ...caused].map(harEntry)
  return JSON.stringify({ log: { version: '1.2', creator, entries } })
}

function harEntry(exchange: RedactedExchange) {
  const { request, status, headers, timing, startedAt, body } = exchange
  const url = new URL(request.url)
  const sent = request.body === undefined ? '' : JSON.stringify(request.body)
  const wait = timing.headers ?? timing.end ?? 0
  const end = timing.end ?? wait
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: end,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValues(request.headers),
      queryString: nameValues([...url.searchParams]),
      headersSize: -1,
      bodySize: request.bytes,
      ...(sent === '' ? {} : { postData: { mimeType: 'application/json', text: sent } }),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValues(headers),
      content: {
        size: body?.bytes ?? -1,
        mimeType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
        text: answerText(exchange),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: body?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, end - wait) },
    _exchange: exchange,
  }
}

/** The answer as it came: its body, or its events in their wire form. */
function answerText({ body, events }: RedactedExchange): string {
  if (body?.kind === 'json') return JSON.stringify(body.value)
  if (body?.kind === 'text') return body.text
  return events.map(eventText).join('')
}

function nameValues(pairs: HeaderList): JsonObject[] {
  return pairs.map(([name, value]) => ({ name, value }))
}
