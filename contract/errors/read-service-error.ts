import { decodeBase64Json } from '../encoding/bytes.ts'
import { clockAheadMs, headerValue, resetTimeMs, retryAfterMs } from '../headers/header-list.ts'
import { type RateLimit, readRateLimit } from '../headers/response-facts.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { FAILURE_BLOCK_MS, isAbuseMessage } from '../limits/sizes.ts'
import {
  paymentRequiredSchema,
  walletPaymentRequiredSchema,
} from '../wallet/payment/payment-required.ts'
import { errorTextOf, fallbackMessage, issuesOf, streamErrorSchema } from './error-body.ts'
import {
  type ErrorAnswer,
  type ServiceError,
  type ServiceErrorBase,
  signInReasonOf,
  TOP_UP_ERROR_CODES,
} from './service-error.ts'

/**
 * Reads any answer with an error status as a {@link ServiceError}. It never throws, whatever the
 * body: HTML, empty, wrongly typed and endlessly nested bodies give a kind by status.
 */
export function readServiceError(answer: ErrorAnswer): ServiceError {
  const { status, headers, body } = answer
  const isTopUp = /\/x402\/top-up(?:$|[/?])/.test(answer.route)
  const { message, code } = errorTextOf(body, isTopUp)
  const requestId = headerValue(headers, 'cf-ray')
  const base: ServiceErrorBase = {
    status,
    message: message ?? fallbackMessage(status),
    body,
    ...(code !== undefined && { code }),
    ...(requestId !== undefined && { requestId }),
  }
  if (isAbuseMessage(base.message)) {
    const retryAtMs = blockedUntil(answer)
    return { ...base, kind: 'abuse_blocked', ...(retryAtMs !== undefined && { retryAtMs }) }
  }
  if (isMissingModel(base)) return { ...base, kind: 'model_not_found' }
  if (status === 402) return readPaymentError(base, answer, isTopUp)
  return (isTopUp && readTopUpError(base)) || byStatus(base, answer)
}

/** When the count of failures begins anew, by its header where there is one. */
function blockedUntil({ headers, nowMs }: ErrorAnswer): number | undefined {
  if (nowMs === undefined) return undefined
  const ahead = clockAheadMs(headers, nowMs)
  const resetAt = resetTimeMs(headerValue(headers, 'x-ratelimit-resets'), nowMs, ahead)
  return resetAt !== undefined && resetAt > nowMs ? resetAt : nowMs + FAILURE_BLOCK_MS
}

/** Statuses that a published top-up code makes a plain refusal: nothing was paid. */
const REFUSED_TOP_UP_STATUSES: ReadonlySet<number> = new Set([400, 503])

/** A top-up that was refused, or one whose outcome is open: the payment may still land. */
function readTopUpError(base: ServiceErrorBase): ServiceError | undefined {
  const { status, code } = base
  if (code !== undefined && Object.hasOwn(TOP_UP_ERROR_CODES, code)) {
    if (REFUSED_TOP_UP_STATUSES.has(status)) return { ...base, code, kind: 'top_up_rejected' }
  }
  return status === 408 || status >= 500 ? { ...base, kind: 'settlement_unknown' } : undefined
}

function readPaymentError(
  base: ServiceErrorBase,
  { body, headers }: ErrorAnswer,
  isTopUp: boolean,
): ServiceError {
  const wallet = walletPaymentRequiredSchema.safeParse(withOnlyCode(body))
  if (wallet.success) {
    const whole = walletPaymentRequiredSchema.safeParse(body)
    return { ...base, kind: 'payment_required', details: whole.data ?? wallet.data }
  }
  const required =
    paymentRequiredSchema.safeParse(body).data ??
    (base.message === fallbackMessage(402) || hasVersion(body)
      ? paymentRequiredSchema.safeParse(
          decodeBase64Json(headerValue(headers, 'payment-required') ?? ''),
        ).data
      : undefined)
  if (required) {
    return {
      ...base,
      kind: isTopUp ? 'top_up_requirements' : 'payment_discovery',
      details: required,
    }
  }
  if (isTopUp && base.code !== undefined) {
    return { ...base, code: base.code, kind: 'top_up_rejected' }
  }
  // Some keys have a limit of their own, and not every refusal has a code for it.
  const isKeyLimit = /^API_KEY_\w+_LIMIT_EXCEEDED$/.test(base.code ?? '')
  if (
    isKeyLimit ||
    /\bspend(?:ing)? limit (?:is |was |has been )?(?:exceeded|reached)/i.test(base.message)
  )
    return { ...base, kind: 'key_limit_reached' }
  return { ...base, kind: 'insufficient_balance' }
}

/** The code alone decides that a 402 is the wallet's: a wrongly typed extra must not hide that. */
function withOnlyCode(body: unknown): unknown {
  return isJsonObject(body) ? { code: body.code } : body
}

function hasVersion(body: unknown): boolean {
  return isJsonObject(body) && typeof body.x402Version === 'number'
}

function byStatus(base: ServiceErrorBase, answer: ErrorAnswer): ServiceError {
  switch (base.status) {
    case 400:
      return { ...base, kind: 'invalid_request', issues: issuesOf(base.body) }
    case 401:
      return unauthenticated(base)
    case 403:
      return { ...base, kind: 'forbidden' }
    case 404:
      return { ...base, kind: 'not_found' }
    case 409:
      return { ...base, kind: 'conflict' }
    case 410:
      return { ...base, kind: 'gone' }
    case 413:
      return { ...base, kind: 'payload_too_large' }
    case 415:
      return { ...base, kind: 'unsupported_media_type' }
    case 422:
      return { ...base, kind: 'unprocessable', ...suggestedPrompt(base.body) }
    case 429:
      return { ...base, kind: 'rate_limited', ...retryAt(answer) }
    case 500:
      return { ...base, kind: 'inference_failed' }
    case 502:
      return { ...base, kind: 'bad_gateway' }
    case 503:
      return { ...base, kind: 'at_capacity', ...retryAt(answer) }
    case 408:
    case 504:
    case 524:
      return { ...base, kind: 'timed_out' }
    default:
      return { ...base, kind: 'unknown' }
  }
}

/** A 401 has several readings; without a telling code the message decides. */
function unauthenticated(base: ServiceErrorBase): ServiceError {
  const reason = signInReasonOf(base.code)
  if (reason !== undefined) return { ...base, kind: 'sign_in_rejected', reason }
  if (base.code?.startsWith('X402_') || /sign-in-with-x/i.test(base.message)) {
    return { ...base, kind: 'sign_in_rejected' }
  }
  // The key is good, for other routes.
  if (/\badmin\b.*\bkey\b/i.test(base.message)) return { ...base, kind: 'forbidden' }
  const saysPro =
    /\bpro\b/i.test(base.message) && /\b(only|users?|subscri|upgrade|plan)/i.test(base.message)
  return {
    ...base,
    kind: base.code === 'PRO_ONLY_MODEL' || saysPro ? 'pro_only' : 'authentication_failed',
  }
}

function suggestedPrompt(body: unknown): { suggestedPrompt?: string } {
  const prompt = isJsonObject(body) ? body.suggested_prompt : undefined
  return typeof prompt === 'string' ? { suggestedPrompt: prompt } : {}
}

/** The latest of what `Retry-After` and every exhausted window ask for. */
function retryAt({ headers, nowMs }: ErrorAnswer): { retryAtMs?: number; limits?: RateLimit } {
  if (nowMs === undefined) return {}
  const limits = readRateLimit(headers, nowMs)
  const { requests, tokens } = limits
  const windows = [requests, tokens].filter((window) => window?.resetAtMs !== undefined)
  const exhausted = windows.filter((window) => window?.remaining === 0)
  const ahead = clockAheadMs(headers, nowMs)
  const retryAfter = retryAfterMs(headerValue(headers, 'retry-after'), nowMs, ahead)
  // With a wait of its own the answer says that windows with room left are not the matter.
  const asking = exhausted.length > 0 || retryAfter !== undefined ? exhausted : windows
  const times = asking.map((window) => window?.resetAtMs ?? 0)
  if (retryAfter !== undefined) times.push(retryAfter)
  return {
    ...(times.length > 0 && { retryAtMs: Math.max(...times) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  }
}

const STATUSES: ReadonlySet<number> = new Set([400, 404, 500])

const CODE = /^model_?not_?found$/i

const WORDS =
  /\bmodel\b(?:[^.\n]|\.\S){0,200}\b(?:not (?:be )?found|does(?: not|n't) exist|is unknown)|\bnot a valid model\b|\b(?:no such|unknown|invalid|no) model(?! (?:parameter|setting|option)s?)\b/i

/** Whether an error response means that the API has no such model: by its code, or by its words. */
function isMissingModel(error: {
  status: number
  code?: string | undefined
  message: string
}): boolean {
  if (!STATUSES.has(error.status)) return false
  return CODE.test(error.code ?? '') || WORDS.test(error.message)
}

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
