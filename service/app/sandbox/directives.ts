import { HttpError, invalidValue, standardError } from '../http/http-error.ts'

/** What the start of the last user message tells a built-in model to do. */
export interface Directives {
  /** Answer with exactly this many tokens. */
  tokens?: number
  /** Tokens per second; 0 means without any pause. */
  rate?: number
  /** Seconds to stay silent before the first token. */
  stallSeconds?: number
  /** Drop the connection after this many tokens. */
  cutAfter?: number
  /** Answer with this error status. */
  failStatus?: number
  /** Send an error event inside the stream, half way. */
  streamError?: true
  /** Answer with the Markdown fixture. */
  markdown?: true
  /** Answer with the request as JSON. */
  echo?: true
  /** Answer with what arrived and what is in force, in words. */
  report?: true
  /** Think first, whatever the model. */
  think?: true
  /** Call a tool, whatever the model. */
  tool?: true
  /** Cite sources, in both spellings. */
  refs?: true
}

/** A directive as it is written: `/tokens`. */
export type DirectiveName = keyof typeof NUMBERED | keyof typeof PLAIN

const MAX_TOKENS = 200_000
const MAX_STALL_SECONDS = 600
const MAX_DIRECTIVES = 100

const NUMBERED = {
  '/tokens': (n: number): Directives => ({ tokens: Math.min(n, MAX_TOKENS) }),
  '/rate': (n: number): Directives => ({ rate: n }),
  '/stall': (n: number): Directives => ({ stallSeconds: Math.min(n, MAX_STALL_SECONDS) }),
  '/cut': (n: number): Directives => ({ cutAfter: n }),
  '/fail': (n: number): Directives => ({ failStatus: n }),
} as const

const PLAIN = {
  '/stream-error': { streamError: true },
  '/markdown': { markdown: true },
  '/echo': { echo: true },
  '/report': { report: true },
  '/think': { think: true },
  '/tool': { tool: true },
  '/refs': { refs: true },
} as const satisfies Record<string, Directives>

/**
 * Reads the directives at the start of a text: `/tokens 200 /rate 50 tell me more`. Reading stops
 * at the first word that is not one; a number that is missing or not a number makes it a plain word.
 */
export function readDirectives(text: string): Directives {
  return splitDirectives(text).directives
}

/** The directives at the start of a text, and the text after them. */
export function splitDirectives(text: string): { directives: Directives; rest: string } {
  let found: Directives = {}
  let rest = text.trimStart()
  for (let read = 0; read < MAX_DIRECTIVES; read += 1) {
    const [whole, name = '', argument] =
      /^(\/[a-z-]+)(?:[ \t]+(\d{1,7}(?:\.\d{1,3})?)(?=\s|$))?(?=\s|$)\s*/.exec(rest) ?? []
    if (whole === undefined) return { directives: found, rest }
    if (isKey(NUMBERED, name)) {
      if (argument === undefined) return { directives: found, rest }
      found = {
        ...found,
        ...NUMBERED[name](
          name === '/stall' || name === '/rate' ? Number(argument) : Math.floor(Number(argument)),
        ),
      }
      rest = rest.slice(whole.length)
    } else if (isKey(PLAIN, name)) {
      found = { ...found, ...PLAIN[name] }
      // A number after a directive that takes none is text.
      rest = rest.slice(name.length).trimStart()
    } else return { directives: found, rest }
  }
  return { directives: found, rest }
}

function isKey<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name)
}

/** Seconds a client is asked to wait after a busy answer. */
const BUSY_RETRY_SECONDS = 5

/** What the built-in models that always fail answer with, by model id. */
export function failureOfModel(id: string): HttpError | undefined {
  switch (id) {
    case 'sandbox-pro':
      return standardError(401, 'This model is only available to Pro users.', 'PRO_ONLY_MODEL')
    case 'sandbox-busy':
      return failureWithStatus(503)
    case 'sandbox-broken':
      return failureWithStatus(500)
    default:
      return undefined
  }
}

/** The documented error for a status, in its proper body (`/fail STATUS`). */
export function failureWithStatus(status: number): HttpError {
  switch (status) {
    case 400:
      return invalidValue(
        ['messages', 0, 'content'],
        'custom',
        'messages[0].content asked to fail with /fail 400.',
      )
    case 401:
      return standardError(401, 'Authentication failed.', 'AUTHENTICATION_FAILED')
    case 402:
      return standardError(
        402,
        'Insufficient USD or Diem balance to complete request.',
        'INSUFFICIENT_BALANCE',
      )
    case 403:
      return standardError(403, "The credentials don't allow this operation.", 'UNAUTHORIZED')
    case 404:
      return standardError(404, 'Model not found.', 'MODEL_NOT_FOUND')
    case 413:
      return standardError(413, 'The body is too large.', 'PAYLOAD_TOO_LARGE')
    case 415:
      return standardError(415, 'Invalid request content type.', 'INVALID_CONTENT_TYPE')
    case 422:
      return new HttpError(422, {
        error: 'The content policy blocks this prompt.',
        code: 'CONTENT_POLICY_VIOLATION',
        suggested_prompt: 'A friendly greeting',
      })
    case 429:
      return standardError(429, 'Rate limit exceeded.', 'RATE_LIMIT_EXCEEDED', {
        'x-ratelimit-type': 'user',
        'Retry-After': String(BUSY_RETRY_SECONDS),
      })
    case 500:
      return standardError(500, 'Inference processing failed.', 'INFERENCE_FAILED')
    case 503:
      return atCapacity('The model is at capacity. Please try again later.')
    case 504:
      return timedOut()
    default:
      return status >= 400 && status <= 599
        ? standardError(status, `Failed with status ${status}, as /fail asked.`)
        : invalidValue(
            ['messages'],
            'custom',
            `/fail takes a status from 400 to 599, not ${status}.`,
          )
  }
}

/** The 503 of something that is busy just now. */
export function atCapacity(message: string): HttpError {
  return standardError(503, message, 'MODEL_AT_CAPACITY', {
    'Retry-After': String(BUSY_RETRY_SECONDS),
  })
}

/** The 504 of a request that took too long (contract, "Errors"). */
export function timedOut(): HttpError {
  return standardError(
    504,
    'The request took too long and timed out. Use stream=true for long requests.',
    'REQUEST_TIMEOUT',
  )
}
