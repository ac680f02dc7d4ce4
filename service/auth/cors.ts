import type { MiddlewareHandler } from 'hono'

import { exposedHeaders } from '../../contract/headers/exposed.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../contract/provider-name.ts'
import type { AppEnvironment } from '../http/app-environment.ts'

const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'sign-in-with-x',
  'x-sign-in-with-x',
  'payment-signature',
  'x-402-payment',
  'x-payment',
  'x-vendor-tee-client-pub-key',
  'x-vendor-tee-model-pub-key',
  'x-vendor-tee-signing-algo',
  'x-vendor-request-timestamp-ms',
  'x-vendor-middleface-version',
  'x-vendor-mobile-version',
  'access-control-expose-headers',
].join(', ')

const EXPOSED = exposedHeaders(NEUTRAL_PROVIDER_NAME).join(', ')

/**
 * Lets pages of the allowed origins, and of no others, call the API and read every header of the
 * contract. Without allowed origins it adds nothing.
 */
export function cors(allowedOrigins: readonly string[]): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    if (allowedOrigins.length === 0) return next()
    context.header('Vary', 'Origin', { append: true })
    const origin = context.req.header('origin')
    if (origin === undefined || !allowedOrigins.includes(origin)) return next()
    context.header('Access-Control-Allow-Origin', origin)
    if (context.req.method !== 'OPTIONS') {
      context.header('Access-Control-Expose-Headers', EXPOSED)
      return next()
    }
    context.header('Access-Control-Allow-Methods', 'GET, POST')
    context.header('Access-Control-Allow-Headers', REQUEST_HEADERS)
    context.header('Access-Control-Max-Age', '600')
    return context.body(null, 204)
  }
}
