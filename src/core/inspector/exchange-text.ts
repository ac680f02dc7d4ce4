import { isJsonObject } from '../../../contract/json.ts'
import { decryptedEvent, hasPlainText } from '../client/e2ee/plain-text.ts'
import type { Exchange, ExchangeOutcome } from '../client/exchanges/exchange.ts'

type Tone = 'good' | 'warn' | 'bad' | 'neutral'

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** A status with its standard phrase: "402 Payment Required". */
export function statusPhrase(status: number): string {
  const reason = REASONS[status]
  return reason === undefined ? String(status) : `${status} ${reason}`
}

const OUTCOMES: Record<ExchangeOutcome, { word: string; tone: Tone }> = {
  open: { word: 'open', tone: 'neutral' },
  done: { word: 'complete', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
  cut: { word: 'cut', tone: 'warn' },
  stopped: { word: 'stopped', tone: 'warn' },
}

/** The state of an exchange in one word. */
export function outcomeWord({ outcome }: Pick<Exchange, 'outcome'>): { word: string; tone: Tone } {
  return OUTCOMES[outcome]
}

/** What the state of an exchange means, in a sentence. */
export function outcomeSentence({
  outcome,
  status,
  bodyMissing,
}: Pick<Exchange, 'outcome' | 'status' | 'bodyMissing'>): string {
  switch (outcome) {
    case 'open':
      return status === undefined
        ? 'Sent. Waiting for the response.'
        : 'The response is still streaming.'
    case 'done':
    case 'failed':
      if (status === undefined) return 'No readable response.'
      // A 402 may be what was wanted, such as the ways to pay: it is over, and it is no success.
      if (status >= 400) return 'The API returned an error.'
      if (bodyMissing === true) return 'The request succeeded. The file lacks the response body.'
      return outcome === 'done'
        ? 'The request succeeded and the response is complete.'
        : 'The request ended without a usable response.'
    case 'cut':
      return 'The connection ended early: the response is incomplete.'
    case 'stopped':
      return 'You stopped the request. The received part is shown.'
  }
}

/** The model that a request names; undefined when it names none. */
export function modelOf({ request: { body } }: Pick<Exchange, 'request'>): string | undefined {
  const model = isJsonObject(body) ? body['model'] : undefined
  return typeof model === 'string' ? model : undefined
}

/** Whether the user and system messages of a request were encrypted in the page. */
export function isEncrypted({ request }: Pick<Exchange, 'request'>): boolean {
  return request.headers.some(([name]) => /-tee-model-pub-key$/i.test(name))
}

/** What of an exchange says whether its response was encrypted. */
export type EncryptedExchange = Pick<Exchange, 'request' | 'events'> &
  Partial<Pick<Exchange, 'providerName' | 'body' | 'outcome'>>

/** What can be read of an encrypted request, or of its response, as a sentence; undefined for any other. */
export function encryptionText(exchange: EncryptedExchange): string | undefined {
  if (!isEncrypted(exchange)) return undefined
  // While it arrives, the first plain text ends it.
  if (exchange.outcome !== 'open' && hasPlainText(exchange))
    return 'Not end-to-end encrypted: part of this response came as plain text.'
  if (exchange.events.length === 0)
    return 'User and system messages are end-to-end encrypted, shown as sent.'
  return isOpenedHere(exchange)
    ? 'End-to-end encrypted. Events marked “decrypted” are in memory only and never exported.'
    : 'End-to-end encrypted. The key is gone with the page that sent the request.'
}

/** Whether this page opened any event of an exchange, and still holds what was in it. */
export function isOpenedHere({ events }: Pick<Exchange, 'events'>): boolean {
  return [...events].some((event) => decryptedEvent(event) !== undefined)
}

/** Longer names, which a server can choose at will, are cut. */
const MAX_NAME = 80

interface McpMessage {
  /** JSON-RPC method, such as `tools/call`. */
  method: string
  /** The tool or prompt it names, or the URI of the resource. */
  name?: string
}

/** The JSON-RPC message that an exchange sent to a tool server; undefined for any other exchange. */
export function mcpMessage({
  protocol,
  request: { body },
}: Pick<Exchange, 'protocol' | 'request'>): McpMessage | undefined {
  if (protocol !== 'mcp' || !isJsonObject(body)) return undefined
  const { method, params } = body
  if (typeof method !== 'string') return undefined
  const name = isJsonObject(params) ? (params['name'] ?? params['uri']) : undefined
  return {
    method: method.slice(0, MAX_NAME),
    ...(typeof name === 'string' && { name: name.slice(0, MAX_NAME) }),
  }
}

/** The messages to tool servers that a request was the cause of, in the order of sending. */
export function sentFor({ id }: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges
    .filter(({ cause }) => cause?.exchangeId === id)
    .toSorted((a, b) => a.startedAt - b.startedAt)
}
