import { Hono, type MiddlewareHandler } from 'hono'

import { ABUSE_MESSAGE } from '../../contract/limits/sizes.ts'
import { WEB3_KEY_PATH } from '../../contract/wallet/web3-key.ts'
import type { AppContext, AppEnvironment } from './http/app-environment.ts'
import { CLIENT_GONE, standardError } from './http/http-error.ts'
import { chatCompletions } from './inference/chat/chat-completions.ts'
import { providerFailures } from './limits/failure-budget.ts'
import { rateLimits } from './limits/rate-limits.ts'
import { listMapping, listModels, listTraits } from './models/models.ts'
import { refusePaymentHeaders } from './money/payments/wallet-payment-required.ts'
import type { ApiService, OperationHandlers } from './operations.ts'
import { onDemand } from './timing.ts'

/** Everything under `/api/v1`. In a page, a first response waits for the code of chat and models alone. */
export function apiRoutes(service: ApiService): Hono<AppEnvironment> {
  const api = new Hono<AppEnvironment>()
  const operations = onDemand(async () =>
    (await import('./operations.ts')).createOperations(service),
  )
  const later = (name: keyof OperationHandlers) => async (context: AppContext) =>
    (await operations())[name](context)
  api.use(
    service.likeProvider
      ? providerFailures(service.failures, service.authenticator, callerOf)
      : failureBudget(service),
  )
  api.use(refusePaymentHeaders)
  api.get('/models', listModels(service.catalogue))
  api.get('/models/traits', listTraits(service.catalogue))
  api.get('/models/compatibility_mapping', listMapping(service.catalogue))
  api.get('/tee/attestation', later('attestation'))
  api.post('/chat/completions', chatCompletions(service))
  api.post('/image/edit', later('imageEdit'))
  api.post('/image/generate', later('imageGenerate'))
  api.post('/images/generations', later('imageGenerations'))
  api.get('/image/styles', later('imageStyles'))
  api.post('/audio/speech', later('speech'))
  api.post('/audio/transcriptions', later('transcription'))
  api.post('/audio/queue', later('audioQueue'))
  api.post('/audio/retrieve', later('audioRetrieve'))
  api.post('/audio/complete', later('audioComplete'))
  api.post('/video/queue', later('videoQueue'))
  api.post('/video/retrieve', later('videoRetrieve'))
  api.post('/video/complete', later('videoComplete'))
  api.post('/embeddings', later('embeddings'))
  api.get('/crypto/rpc/networks', later('rpcNetworks'))
  api.post('/crypto/rpc/:network', later('cryptoRpc'))
  api.get('/api_keys/rate_limits', rateLimits(service))
  api.get(WEB3_KEY_PATH, later('web3Token'))
  api.post(WEB3_KEY_PATH, later('web3Key'))
  api.get('/billing/usage', service.likeProvider ? retired : later('billingUsage'))
  if (service.likeProvider) {
    api.post('/video/transcriptions', retired)
    api.all('/api_keys/*', adminOnly(service))
  }
  api.post('/x402/top-up', later('topUp'))
  api.get('/x402/balance/:wallet', later('walletBalance'))
  api.get('/x402/transactions/:wallet', later('walletTransactions'))
  api.get('/characters', later('listCharacters'))
  api.get('/characters/:slug', later('readCharacter'))
  api.get('/openapi.json', later('readOpenApi'))
  api.all('*', (context) => {
    throw standardError(
      404,
      `Unknown endpoint: ${context.req.method} ${context.req.path.slice(0, 200)}.`,
    )
  })
  return api
}

/** What the real service leaves to keys that nobody has here. @throws HttpError 401, and 402 without credentials */
function adminOnly({ authenticator }: ApiService) {
  return async (context: AppContext): Promise<never> => {
    await authenticator.requireKey(context)
    throw standardError(401, 'Admin API key required')
  }
}

/** What the real service no longer has. @throws HttpError 410 */
function retired(): never {
  throw standardError(410, 'This endpoint has been retired.')
}

/** More than 20 failures in 30 seconds block a caller for 30 seconds (contract, "Abuse protection"). */
function failureBudget({ failures, authenticator }: ApiService): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const caller = callerOf(context, (await authenticator.knownKey(context))?.id)
    const wait = await failures.blockedFor(caller)
    if (wait > 0)
      throw standardError(429, ABUSE_MESSAGE, undefined, {
        'x-ratelimit-type': 'user',
        'Retry-After': String(Math.ceil(wait / 1000)),
      })
    await next()
    const { status } = context.res
    if (status >= 400 && status !== CLIENT_GONE) await failures.recordFailure(caller)
  }
}

/** A known key, else the address: guessing keys is counted against whoever guesses. */
function callerOf(context: AppContext, key: string | undefined): string {
  if (key !== undefined) return `key ${key}`
  return `address ${context.get('clientAddress') ?? 'none'}`
}
