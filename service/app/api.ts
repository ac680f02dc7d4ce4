import { Hono, type MiddlewareHandler } from 'hono'

import { ABUSE_MESSAGE } from '../../contract/limits/abuse.ts'
import type { RateLimitTable } from '../../contract/limits/tiers.ts'
import type { EmbeddedChains } from './chains/embedded-chains.ts'
import { listCharacters, readCharacter } from './characters/characters-routes.ts'
import { chatCompletions, type ChatService } from './chat/chat-completions.ts'
import { attestation } from './e2ee/attestation.ts'
import type { AppContext, AppEnvironment } from './http/app-environment.ts'
import { CLIENT_GONE } from './http/error-response.ts'
import { standardError } from './http/http-error.ts'
import { imageEdit, type ImageEditService } from './images/image-edit.ts'
import type { FailureBudget } from './limits/failure-budget.ts'
import { rateLimits } from './limits/rate-limits.ts'
import { listMapping, listModels, listTraits } from './models/models.ts'
import { readOpenApi } from './openapi/operations.ts'
import { speech } from './operations/audio/speech.ts'
import { transcription } from './operations/audio/transcription.ts'
import { billingUsage } from './operations/billing-usage/billing-usage.ts'
import { cryptoRpc, rpcNetworks } from './operations/crypto-rpc/crypto-rpc.ts'
import { embeddings } from './operations/embeddings/embeddings.ts'
import {
  imageGenerate,
  imageGenerations,
  imageStyles,
} from './operations/image-generation/image-generation.ts'
import { refusePaymentHeaders } from './payments/payment-headers.ts'
import { walletBalance, type WalletService } from './payments/x402-balance.ts'
import { topUp, type TopUpService } from './payments/x402-top-up.ts'
import { walletTransactions } from './payments/x402-transactions.ts'

/** What the API needs from the service. */
export interface ApiService extends ChatService, ImageEditService, WalletService, TopUpService {
  failures: FailureBudget
  limits: RateLimitTable
  /** Absent where no chain is embedded. */
  chains: EmbeddedChains | undefined
}

/** Everything under `/api/v1`. */
export function apiRoutes(service: ApiService): Hono<AppEnvironment> {
  const api = new Hono<AppEnvironment>()
  api.use(failureBudget(service))
  api.use(refusePaymentHeaders)
  api.get('/models', listModels(service.catalogue))
  api.get('/models/traits', listTraits(service.catalogue))
  api.get('/models/compatibility_mapping', listMapping(service.catalogue))
  api.get('/tee/attestation', attestation(service))
  api.post('/chat/completions', chatCompletions(service))
  api.post('/image/edit', imageEdit(service))
  api.post('/image/generate', imageGenerate(service))
  api.post('/images/generations', imageGenerations(service))
  api.get('/image/styles', imageStyles())
  api.post('/audio/speech', speech(service))
  api.post('/audio/transcriptions', transcription(service))
  api.post('/embeddings', embeddings(service))
  api.get('/crypto/rpc/networks', rpcNetworks(service))
  api.post('/crypto/rpc/:network', cryptoRpc(service))
  api.get('/api_keys/rate_limits', rateLimits(service))
  api.get('/billing/usage', billingUsage(service))
  api.post('/x402/top-up', topUp(service))
  api.get('/x402/balance/:wallet', walletBalance(service))
  api.get('/x402/transactions/:wallet', walletTransactions(service))
  api.get('/characters', listCharacters(service))
  api.get('/characters/:slug', readCharacter(service))
  api.get('/openapi.json', readOpenApi())
  api.all('*', (context) => {
    throw standardError(
      404,
      `Unknown endpoint: ${context.req.method} ${context.req.path.slice(0, 200)}.`,
    )
  })
  return api
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
