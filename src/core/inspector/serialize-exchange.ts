import { headerValue, type HeaderList } from '../../../contract/headers/header-list.ts'
import { redactHeaders } from '../../../contract/headers/secrets/redaction.ts'
import { given } from '../../../contract/json.ts'
import { customHeaders } from '../client/connection/extra-headers.ts'
import type { EventSequence, Exchange, StreamEventRecord } from '../client/exchanges/exchange.ts'
import type { SavedExchange } from '../storage/exchanges/exchanges.ts'
import { shortenedData } from './body/embedded-data.ts'
import { requestEntry } from './request-list.ts'

/** The most characters of JSON that one exchange may take. */
const MAX_CHARACTERS = 512 * 1024

/** An exchange as kept here: headers by the allow-list; a long one loses attachments, then the end of its answer. */
export function serializeExchange(exchange: Exchange): SavedExchange {
  const data = fitting(exchange)
  const { id, title, startedAt, status, model, ms, strip, causeId } = requestEntry(exchange)
  return {
    summary: {
      id,
      title,
      startedAt,
      size: data.length,
      line: `${exchange.request.method} ${exchange.request.path}`,
      ...given({ status, model, ms, strip, causeId }),
    },
    exchange: JSON.parse(data),
  }
}

function fitting(exchange: Exchange): string {
  const whole = redacted(exchange)
  const { request, body } = whole
  // What is surely too long need not be written to know it. A character takes at most three bytes.
  const isLongStream = areLonger(whole.events, MAX_CHARACTERS)
  if (!isLongStream && Math.max(request.bytes, body?.bytes ?? 0) <= 3 * MAX_CHARACTERS) {
    const text = JSON.stringify(whole)
    if (text.length <= MAX_CHARACTERS) return text
  }
  const slim: Exchange = {
    ...whole,
    shortened: true,
    request: {
      ...request,
      ...(request.body === undefined ? {} : { body: shortenedData(request.body) }),
    },
    ...(body?.kind === 'json' ? { body: { ...body, value: shortenedData(body.value) } } : {}),
  }
  if (!isLongStream) {
    const text = JSON.stringify(slim)
    if (text.length <= MAX_CHARACTERS) return text
  }
  const { request: sent, ...rest } = slim
  const { body: _, ...bare } = rest
  const isLongRequest = JSON.stringify(sent).length > MAX_CHARACTERS / 2
  const { body: _sent, form: _form, fileNames: _names, ...line } = sent
  const kept = isLongRequest ? line : sent
  const events = firstEvents(slim.events, MAX_CHARACTERS / 2)
  return JSON.stringify({ ...bare, request: kept, events, eventCount: events.length })
}

function areLonger(events: EventSequence, most: number): boolean {
  let length = 0
  for (const { data } of events) {
    length += data.length
    if (length > most) return true
  }
  return false
}

function firstEvents(events: EventSequence, most: number): readonly StreamEventRecord[] {
  const first: StreamEventRecord[] = []
  let length = 0
  for (const event of events) {
    length += event.data.length + 60
    if (length > most) break
    first.push(event)
  }
  return first
}

function redacted(exchange: Exchange): Exchange {
  const { request, headers, providerName, body } = exchange
  return {
    ...exchange,
    request: { ...request, headers: requestHeaders(request.headers, providerName) },
    headers: keptHeaders(headers, providerName),
    ...(body?.kind === 'file'
      ? {
          body: {
            kind: 'text',
            text: `<${body.bytes} bytes of ${body.mediaType}>`,
            bytes: body.bytes,
          },
        }
      : {}),
  }
}

/** The headers of a request without its credentials; what a person added is sent with it again. */
export function requestHeaders(headers: HeaderList, providerName: string): HeaderList {
  const custom = customHeaders(headers, providerName)
  return headers.flatMap((header) =>
    custom.includes(header) || /^<redacted \d+ chars>$/.test(header[1])
      ? [header]
      : redactHeaders([header], providerName),
  )
}

/** The credit left is shown in the cost view again; it is no secret from the person it belongs to. */
function keptHeaders(headers: HeaderList, providerName: string): HeaderList {
  const balance = headerValue(headers, 'x-balance-remaining')
  return redactHeaders(headers, providerName).map(([name, value]) =>
    balance !== undefined && name.toLowerCase() === 'x-balance-remaining'
      ? [name, balance]
      : [name, value],
  )
}
