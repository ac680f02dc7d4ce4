import type { MiddlewareHandler } from 'hono'

import type { Log } from '../log.ts'
import { REVISION } from '../revision.ts'
import type { AppEnvironment } from './app-environment.ts'
import { clientHeaders } from './client-headers.ts'
import { nextRequestId } from './request-id.ts'

/** Gives every answer its id, the service revision and the safe defaults, and writes the log line. */
export function answerHeaders(log: Log): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const started = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    context.header('CF-RAY', requestId)
    context.header('x-vendor-version', REVISION)
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Cross-Origin-Resource-Policy', 'same-origin')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(clientHeaders(context, Date.now())))
      context.header(name, value)
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
