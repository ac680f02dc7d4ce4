import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { streamErrorSchema } from './bodies.ts'
import { errorTextOf } from './error-text.ts'
import { type ServiceError, type ServiceErrorBase } from './service-error.ts'

/**
 * Reads a stream event, or a body with status 200, that says that the response failed, in the words of
 * any server: an `error`, one inside a choice, vLLM's `object: "error"`, FastAPI's `detail`, MiniMax's
 * `base_resp`. Undefined when the event holds none. Never throws.
 * @param nowMs when the event arrived, Unix milliseconds; `retry_after` counts from there
 */
export function readStreamError(
  event: unknown,
  nowMs: number,
  requestId?: string,
): ServiceError | undefined {
  const body = isJsonObject(event) ? errorBody(event) : undefined
  if (body === undefined) return undefined
  const { message, code } = errorTextOf(body, false)
  const base: ServiceErrorBase = {
    status: 200,
    message: message ?? 'The response failed without a message.',
    body: event,
    ...(code !== undefined && { code }),
    ...(requestId !== undefined && { requestId }),
  }
  const error = streamErrorSchema.safeParse(body).data?.error
  const seconds = error?.retry_after
  const retryAt =
    seconds !== undefined && seconds >= 0 && seconds <= 86_400
      ? { retryAtMs: nowMs + seconds * 1000 }
      : {}
  switch (code?.toLowerCase() ?? '') {
    case 'model_overloaded':
    case 'model_at_capacity':
    case '503':
    case '529':
      return { ...base, kind: 'at_capacity', ...retryAt }
    case 'rate_limit_exceeded':
    case '429':
      return { ...base, kind: 'rate_limited', ...retryAt }
    case 'upstream_error':
    case '502':
      return { ...base, kind: 'bad_gateway' }
    case 'content_blocked_by_provider':
      return { ...base, kind: 'unprocessable' }
    case 'request_timeout':
    case '408':
    case '504':
      return { ...base, kind: 'timed_out' }
    default:
      return error?.type === 'content_filter_error'
        ? { ...base, kind: 'unprocessable' }
        : { ...base, kind: 'inference_failed' }
  }
}

/** The error of an event in the form of an error body; undefined for an event without one. */
function errorBody(event: JsonObject): JsonObject | undefined {
  const { error, choices, base_resp: outcome, object } = event
  if (saysSomething(error)) return event
  if (Array.isArray(choices)) {
    const failed = choices.find((choice) => isJsonObject(choice) && saysSomething(choice['error']))
    if (isJsonObject(failed)) return failed
  }
  if (isJsonObject(outcome) && typeof outcome['status_code'] === 'number')
    if (outcome['status_code'] !== 0)
      return { error: { message: outcome['status_msg'], code: outcome['status_code'] } }
  if (object === 'error') return { error: event }
  if (choices !== undefined && choices !== null) return undefined
  const { errors, detail, message } = event
  if (Array.isArray(errors) && saysSomething(errors[0])) return { error: errors[0] }
  if (typeof detail === 'string' && detail !== '') return { error: { message: detail } }
  return typeof message === 'string' && message !== '' ? { error: event } : undefined
}

function saysSomething(error: JsonValue | undefined): boolean {
  return error !== undefined && error !== null && error !== false && error !== ''
}
