import { eventText } from '../../../../contract/har/har-entry.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { RedactedExchange } from './redacted-exchange.ts'

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
