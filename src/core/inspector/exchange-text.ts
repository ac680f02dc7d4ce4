import { isJsonObject } from '../../../contract/json.ts'
import type { Exchange, ExchangeOutcome } from '../client/exchanges/exchange.ts'

/** How a state looks: good, a warning, bad, or neither. */
export type Tone = 'good' | 'warn' | 'bad' | 'neutral'

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
