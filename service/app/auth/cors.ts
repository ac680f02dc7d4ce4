import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'

import { exposedHeaders } from '../../../contract/headers/exposed.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
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
]

/**
 * Lets pages of the allowed origins call the API and read every header of the contract. The guard
 * before it has refused all other pages.
 */
export function cors(allowedOrigins: readonly string[]): MiddlewareHandler<AppEnvironment> {
  return honoCors({
    origin: [...allowedOrigins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: REQUEST_HEADERS,
    exposeHeaders: exposedHeaders(NEUTRAL_PROVIDER_NAME),
    maxAge: 600,
  })
}
