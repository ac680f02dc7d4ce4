import { Hono, type MiddlewareHandler } from 'hono'

import { ABUSE_MESSAGE } from '../../src/contract/limits/abuse.ts'
import { CLIENT_GONE } from '../http/answer-error.ts'
import type { AppContext, AppEnvironment } from '../http/app-environment.ts'
import { standardError } from '../http/http-error.ts'
import type { FailureBudget } from '../limits/failure-budget.ts'
import { chatCompletions, type ChatService } from './chat-completions.ts'
import { listMapping, listModels, listTraits } from './models.ts'
import { rateLimits } from './rate-limits.ts'

/** What the API needs from the service. */
export interface ApiService extends ChatService {
  failures: FailureBudget
}

/** Everything under `/api/v1`. */
export function apiRoutes(service: ApiService): Hono<AppEnvironment> {
  const api = new Hono<AppEnvironment>()
  api.use(failureBudget(service))
  api.get('/models', listModels(service.catalogue))
  api.get('/models/traits', listTraits(service.catalogue))
  api.get('/models/compatibility_mapping', listMapping(service.catalogue))
  api.post('/chat/completions', chatCompletions(service))
  api.get('/api_keys/rate_limits', rateLimits(service))
  api.all('*', (context) => {
    throw standardError(
      404,
      `There is no operation ${context.req.method} ${context.req.path.slice(0, 200)}.`,
    )
  })
  return api
}

/** More than 20 failures in 30 seconds block a caller for 30 seconds (contract, "Abuse protection"). */
function failureBudget({ failures, authenticator }: ApiService): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const caller = callerOf(context, authenticator.knownKey(context)?.id)
    const wait = failures.blockedFor(caller)
    if (wait > 0)
      throw standardError(429, ABUSE_MESSAGE, undefined, {
        'x-ratelimit-type': 'user',
        'Retry-After': String(Math.ceil(wait / 1000)),
      })
    await next()
    const { status } = context.res
    if (status >= 400 && status !== CLIENT_GONE) failures.recordFailure(caller)
  }
}

/** A known key, else the address: guessing keys is counted against whoever guesses. */
function callerOf(context: AppContext, key: string | undefined): string {
  if (key !== undefined) return `key ${key}`
  const env = context.env as Partial<AppContext['env']> | undefined
  return `address ${env?.incoming?.socket.remoteAddress ?? 'none'}`
}
