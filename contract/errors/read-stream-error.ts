import { isJsonObject } from '../json.ts'
import { streamErrorSchema } from './bodies.ts'
import { errorTextOf } from './error-text.ts'
import { type ServiceError, type ServiceErrorBase } from './service-error.ts'

/**
 * Reads a stream event that carries an `error`, which ends the stream although the status was 200.
 * Undefined when the event holds none. Never throws.
 * @param nowMs when the event arrived, Unix milliseconds; `retry_after` counts from there
 */
export function readStreamError(
  event: unknown,
  nowMs: number,
  requestId?: string,
): ServiceError | undefined {
  if (!isJsonObject(event) || event.error === undefined || event.error === null) return undefined
  const { message, code } = errorTextOf(event, false)
  const base: ServiceErrorBase = {
    status: 200,
    message: message ?? 'The stream ended with an error without a message.',
    body: event,
    ...(code !== undefined && { code }),
    ...(requestId !== undefined && { requestId }),
  }
  const error = streamErrorSchema.safeParse(event).data?.error
  const seconds = error?.retry_after
  const retryAt =
    seconds !== undefined && seconds >= 0 && seconds <= 86_400
      ? { retryAtMs: nowMs + seconds * 1000 }
      : {}
  switch (code?.toLowerCase() ?? '') {
    case 'model_overloaded':
    case 'model_at_capacity':
      return { ...base, kind: 'at_capacity', ...retryAt }
    case 'rate_limit_exceeded':
      return { ...base, kind: 'rate_limited', ...retryAt }
    case 'upstream_error':
      return { ...base, kind: 'bad_gateway' }
    case 'content_blocked_by_provider':
      return { ...base, kind: 'unprocessable' }
    case 'request_timeout':
      return { ...base, kind: 'timed_out' }
    default:
      return error?.type === 'content_filter_error'
        ? { ...base, kind: 'unprocessable' }
        : { ...base, kind: 'inference_failed' }
  }
}
