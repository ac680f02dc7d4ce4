import type { MiddlewareHandler } from 'hono'

import { hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { randomBytes } from '../encoding/random-bytes.ts'
import type { Log } from '../log.ts'
import { REVISION } from '../revision.ts'
import type { AppContext, AppEnvironment } from './app-environment.ts'
import { setHeaders } from './set-headers.ts'

/** Gives every response its id, the service revision and the safe defaults, and writes the log line. */
export function responseHeaders(log: Log): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const started = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    setHeaders(context, {
      'CF-RAY': requestId,
      'x-vendor-version': REVISION,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      ...clientHeaders(context, Date.now()),
    })
    await next()
    const { status } = context.res
    log(status >= 500 ? 'error' : 'info', 'request', {
      requestId,
      method: context.req.method,
      path: context.req.path.slice(0, 200),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    })
  }
}

const firstHalf = hexOfBytes(randomBytes(4))
let count = Number.parseInt(hexOfBytes(randomBytes(3)), 16)

/** A request id in the form of `CF-RAY`: 16 hex digits and the place, unique in this process. */
function nextRequestId(): string {
  count = (count + 1) % 2 ** 32
  return `${firstHalf}${count.toString(16).padStart(8, '0')}-LOC`
}

/** Headers that a response carries because the client sent them, and what makes one worth returning. */
const ECHOED = {
  'x-vendor-request-timestamp-ms': /^\d{1,15}$/,
  'x-vendor-middleface-version': /^[\w.+-]{1,40}$/,
  'x-vendor-mobile-version': /^[\w.+-]{1,40}$/,
}

/**
 * The headers of clients that say their version or track time (contract, "Other response headers").
 * How a client says so is not shown: here by the header of the same name. Whoever sends a timestamp
 * is told ours.
 */
function clientHeaders(context: AppContext, now: number): Record<string, string> {
  const echoed = Object.entries(ECHOED).flatMap(([name, form]) => {
    const value = context.req.header(name)
    return value !== undefined && form.test(value) ? [[name, value]] : []
  })
  const headers: Record<string, string> = Object.fromEntries(echoed)
  return 'x-vendor-request-timestamp-ms' in headers
    ? { ...headers, 'x-vendor-timestamp': new Date(now).toISOString() }
    : headers
}
