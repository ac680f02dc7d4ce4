import type { MiddlewareHandler } from 'hono'

import { hexOfBytes, randomBytes } from '../../../contract/encoding/bytes.ts'
import type { Adapters } from '../adapters.ts'
import { checkRequest, guardedRequest, type GuardRules } from '../auth/guard.ts'
import { REVISION } from '../revision.ts'
import {
  type AppContext,
  type AppEnvironment,
  type Place,
  setClientAddress,
} from './app-environment.ts'
import { drainBody } from './body/body-deadlines.ts'
import { errorResponse, standardError } from './http-error.ts'
import { API_POLICY } from './respond.ts'

/**
 * What every request passes, in one step: it gets its id and the safe default headers, is refused when
 * the guard says so, is logged, and what a refused client is still sending is read.
 */
export function frame(
  { compress, log }: Pick<Adapters, 'compress' | 'log'>,
  rules: GuardRules,
  place: Place & { likeProvider: boolean },
): MiddlewareHandler<AppEnvironment> {
  const answerError = errorResponse(log)
  return async (context, next) => {
    const started = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    context.set('log', log)
    context.set('headers', defaultHeaders(context, requestId))
    if (compress !== undefined) context.set('compress', compress)
    context.set('likeProvider', place.likeProvider)
    setClientAddress(context, place)
    const refusal = checkRequest(guardedRequest(context), rules)
    if (refusal === undefined) await next()
    else context.res = await answerError(standardError(refusal.status, refusal.message), context)
    const { status } = context.res
    log(status >= 500 ? 'error' : 'info', 'request', {
      requestId,
      method: context.req.method,
      path: context.req.path.slice(0, 200),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
    // `env` is absent when the app is called without a connection.
    if (context.env?.connection?.body === 'arriving') await drainBody(context)
  }
}

const firstHalf = hexOfBytes(randomBytes(4))
let count = Number.parseInt(hexOfBytes(randomBytes(3)), 16)

/** A request id in the form of `CF-RAY`: 16 hex digits and the place, unique in this process. */
function nextRequestId(): string {
  count = (count + 1) % 2 ** 32
  return `${firstHalf}${count.toString(16).padStart(8, '0')}-LOC`
}

function defaultHeaders(context: AppContext, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    'cf-ray': requestId,
    'x-vendor-version': REVISION,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  if (context.req.path.startsWith('/api/')) headers['content-security-policy'] = API_POLICY
  addClientHeaders(headers, context, Date.now())
  return headers
}

const TIMESTAMP = 'x-vendor-request-timestamp-ms'
const VERSIONS = ['x-vendor-middleface-version', 'x-vendor-mobile-version']

/**
 * The headers of clients that say their version or track time (contract, "Other response headers").
 * How a client says so is not shown: here by the header of the same name. Whoever sends a timestamp
 * is told ours.
 */
function addClientHeaders(headers: Record<string, string>, context: AppContext, now: number): void {
  const sentAt = context.req.header(TIMESTAMP)
  if (sentAt !== undefined && /^\d{1,15}$/.test(sentAt)) {
    headers[TIMESTAMP] = sentAt
    headers['x-vendor-timestamp'] = new Date(now).toISOString()
  }
  for (const name of VERSIONS) {
    const version = context.req.header(name)
    if (version !== undefined && /^[\w.+-]{1,40}$/.test(version)) headers[name] = version
  }
}
