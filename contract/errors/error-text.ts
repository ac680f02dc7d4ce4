import { isJsonObject } from '../json.ts'

const MAX_MESSAGE_CHARS = 2_000

/** Errors of a list that are read. */
const MAX_ERRORS = 20

/** The words and the code of an error body, whichever published shape it has. */
export interface ErrorText {
  readonly message?: string
  readonly code?: string
}

/**
 * Reads message and code from an error body. On the top-up route, and where a message stands beside
 * it, a text `error` in capitals is the code.
 */
export function errorTextOf(body: unknown, isTopUp: boolean): ErrorText {
  if (typeof body === 'string') return plainText(body)
  if (!isJsonObject(body)) return {}
  const { error } = body
  if (isJsonObject(error)) {
    return text(error.message, typeof error.code === 'number' ? String(error.code) : error.code)
  }
  const code = body.code ?? (isTopUp ? error : undefined)
  return text(body.message ?? error ?? joined(body.detail) ?? joined(body.errors), code)
}

/** The words of a list of errors as one text; what isn't a list stays as it is. */
function joined(errors: unknown): unknown {
  if (!Array.isArray(errors)) return errors
  const words = errors
    .slice(0, MAX_ERRORS)
    .map((each: unknown) => (isJsonObject(each) ? (each.msg ?? each.message) : each))
  return words.filter((each) => typeof each === 'string').join('; ')
}

function text(message: unknown, code: unknown): ErrorText {
  return {
    ...(typeof message === 'string' &&
      message.trim() !== '' && { message: message.trim().slice(0, MAX_MESSAGE_CHARS) }),
    ...(typeof code === 'string' && /^[\w.-]{1,100}$/.test(code) && { code }),
  }
}

/** A text body is quoted, but not when it is a page of HTML: its markup explains nothing. */
function plainText(body: string): ErrorText {
  return /^\s*</.test(body) ? {} : text(body, undefined)
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'invalid request',
  401: 'authentication failed',
  402: 'payment required',
  403: 'forbidden',
  404: 'not found',
  408: 'timed out',
  409: 'conflict',
  410: 'removed',
  413: 'too large',
  415: 'unsupported content type',
  422: 'content refused',
  429: 'rate limit exceeded',
  500: 'inference failed',
  502: 'bad gateway',
  503: 'at capacity',
  504: 'timed out',
}

/** The sentence shown when a body has no words of its own. */
export function fallbackMessage(status: number): string {
  const words = STATUS_WORDS[status]
  return `Status ${status}${words ? ` (${words})` : ''} without a message.`
}
