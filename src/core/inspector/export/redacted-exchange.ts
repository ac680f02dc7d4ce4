import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import type { ServiceErrorBase } from '../../../../contract/errors/service-error.ts'
import {
  type EachText,
  redactEvents,
  redactJson,
} from '../../../../contract/headers/secrets/redact-json.ts'
import { redactHeaders } from '../../../../contract/headers/secrets/redaction.ts'
import {
  isSecretName,
  redacted,
  redactSecretShapes,
} from '../../../../contract/headers/secrets/secret-mask.ts'
import { given } from '../../../../contract/json.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type {
  Exchange,
  ExchangeBody,
  ExchangeFormField,
  StreamEventRecord,
} from '../../client/exchanges/exchange.ts'

/** What is told of a failure; the response it was read from is in the exchange itself. */
interface RedactedFailure extends Pick<ServiceErrorBase, 'code' | 'requestId'> {
  kind: Failure['kind']
  message: string
  status?: number
}

/** An exchange as it is written to a file. */
export interface RedactedExchange extends Omit<Exchange, 'failure' | 'events'> {
  events: readonly StreamEventRecord[]
  failure?: RedactedFailure
}

/**
 * An exchange as it may leave this browser. Headers pass by an allow-list, what looks like a secret
 * or a file's bytes is replaced, and without `content` every text of a body becomes its length:
 * shapes, times and costs stay.
 */
export function redactedExchange(
  exchange: Exchange,
  { content }: { content: boolean },
): RedactedExchange {
  const text = content ? redactSecretShapes : lengthOf
  const { request: sent, headers, providerName, body, events, failure, ...other } = exchange
  // What a person calls their connections is nobody else's business.
  const { connection: _name, ...whole } = other
  const data = redactEvents(
    Array.from(events, (event) => event.data),
    text,
  )
  // What they name is out.
  const { fileNames: _, ...request } = sent
  return {
    ...whole,
    providerName,
    request: {
      ...request,
      url: redactSecretShapes(request.url),
      path: redactSecretShapes(request.path),
      ...(exchange.protocol === 'mcp' && serverAddress(request)),
      headers: redactHeaders(request.headers, providerName),
      ...(request.body === undefined ? {} : { body: redactJson(request.body, text) }),
      ...(request.form === undefined
        ? {}
        : { form: request.form.map((field) => fieldWith(field, text)) }),
    },
    headers: redactHeaders(headers, providerName),
    ...(body === undefined ? {} : { body: bodyWith(body, text) }),
    events: Array.from(events, ({ event, ...rest }, index) => ({
      ...rest,
      ...(event === undefined ? {} : { event: redactSecretShapes(event) }),
      data: data[index] ?? '',
    })),
    ...(failure === undefined ? {} : { failure: redactedFailure(failure) }),
  }
}

/** Where a message to a tool server went. Hosted ones have URLs that are secrets: only the origin leaves. */
function serverAddress({ url }: Exchange['request']): Pick<Exchange['request'], 'url' | 'path'> {
  return { url: `${new URL(url).origin}/`, path: '/' }
}

function redactedFailure(failure: Failure): RedactedFailure {
  const { kind } = failure
  const message = redactSecretShapes(failure.message)
  if (!isServiceError(failure)) return { kind, message }
  const { status, code, requestId } = failure
  return { kind, message, status, ...given({ code, requestId }) }
}

/** Words that say how a request was shaped rather than what was in it. */
const KEPT_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'role',
  'type',
  'object',
  'id',
  'finish_reason',
  'tool_choice',
  'reasoning_effort',
  'effort',
  'enable_web_search',
  'code',
  'stop_reason',
  'jsonrpc',
  'method',
])

function lengthOf(text: string, member: string): string {
  return KEPT_MEMBERS.has(member) ? redactSecretShapes(text) : `<${text.length} chars>`
}

function bodyWith(body: ExchangeBody, text: EachText): ExchangeBody {
  switch (body.kind) {
    case 'json':
      return { ...body, value: redactJson(body.value, text) }
    case 'text':
      return { ...body, text: text(body.text, '') }
    case 'file':
      return { kind: 'text', text: `<${body.bytes} bytes of ${body.mediaType}>`, bytes: body.bytes }
  }
}

function fieldWith(field: ExchangeFormField, text: EachText): ExchangeFormField {
  return 'text' in field
    ? {
        ...field,
        text: isSecretName(field.name) ? redacted(field.text) : text(field.text, field.name),
      }
    : { ...field, fileName: '<file>' }
}

/** Names the format, so that a reader knows it from any other list of JSON lines. */
export const JSON_LINES_FORMAT = 'playground-exchange'

/** Writes a redacted exchange as JSON Lines: what it is, further facts, the exchange, then an event per line. */
export function toJsonLines(
  { events, ...exchange }: RedactedExchange,
  facts: JsonObject = {},
): string {
  return [{ format: JSON_LINES_FORMAT, version: 1, ...facts }, exchange, ...events]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}
