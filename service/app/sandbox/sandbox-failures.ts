import { HttpError, invalidValue, standardError } from '../http/http-error.ts'

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
