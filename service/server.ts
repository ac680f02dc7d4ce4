import { Hono, type MiddlewareHandler } from 'hono'

import { createApiKeyStore } from './auth/api-keys.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { cors } from './auth/cors.ts'
import { paymentRails } from './auth/discovery.ts'
import { judgeRequest, type GuardRules } from './auth/guard.ts'
import { createHolds } from './billing/holds.ts'
import { grantOpeningCredit } from './billing/opening-credit.ts'
import { createSqliteLedger } from './billing/sqlite-ledger.ts'
import { allowOriginRoutes } from './delivery/allow-origin-routes.ts'
import { createAllowedApiOrigins } from './delivery/allowed-api-origins.ts'
import { appConfig } from './delivery/app-config.ts'
import { appRoutes } from './delivery/app-routes.ts'
import { cspReports } from './delivery/csp-reports.ts'
import { oneSpelling } from './delivery/one-spelling.ts'
import { DATA_POLICY } from './delivery/policy.ts'
import { answerError } from './http/answer-error.ts'
import { answerHeaders } from './http/answer-headers.ts'
import type { AppEnvironment } from './http/app-environment.ts'
import { standardError } from './http/http-error.ts'
import { createRunningRequests } from './inference/running-requests.ts'
import { createSandboxEngine } from './inference/sandbox-engine.ts'
import { createUpstream } from './inference/upstream.ts'
import { createFailureBudget } from './limits/failure-budget.ts'
import { createRateLimiter, RATE_WINDOW_MS } from './limits/rate-limiter.ts'
import { createWindowCounters } from './limits/window-counters.ts'
import type { Log } from './log.ts'
import { createCatalogue } from './models/catalogue.ts'
import { apiRoutes } from './routes/api.ts'
import { relay } from './routes/relay.ts'
import type { OpenDatabase } from './storage/database.ts'

/** How long an answer that is not streamed may take before it is a 504, ms. */
const ANSWER_DEADLINE_MS = 120_000

/** Everything a service is made of that is not its own. */
export interface ServiceOptions {
  /** Where it listens, for the checks of Host and Origin. */
  host: string
  port: number
  database: OpenDatabase
  /** Where the allowed API origins are kept; absent keeps them in memory. */
  dataDirectory?: string | undefined
  /** The key of the page, and further ones. */
  pageKey: string
  furtherKeys?: readonly string[]
  log: Log
  /** The folder of the built app; absent serves the API alone. */
  appFolder?: string | undefined
  allowedOrigins?: readonly string[]
  apiOrigins?: readonly string[]
  networkIds?: 'test' | 'mainnet'
  /** True when nothing outlives the process, so that mainnet ids may name throw-away chains. */
  isMemory?: boolean
  upstream?: { baseUrl: string; key: string | undefined } | undefined
  relay?: string | undefined
  /** Times that tests shorten, ms. */
  slowModelDelayMs?: number
  answerDeadlineMs?: number
}

/** A service: its app, and how to end it. */
export interface Service {
  app: Hono<AppEnvironment>
  /** Lets running answers end, for at most `graceMs`; then they are told to. */
  close(graceMs: number): Promise<void>
}

/** Puts the service together. It listens to nothing by itself: `app.fetch` is its whole surface. */
export function createService(options: ServiceOptions): Service {
  const { host, port, log, relay: relayTo } = options
  const rules: GuardRules = { host, port, allowedOrigins: options.allowedOrigins ?? [] }
  const allowed = createAllowedApiOrigins(options.dataDirectory, options.apiOrigins ?? [])
  const running = createRunningRequests()

  const app = new Hono<AppEnvironment>()
  app.onError(answerError(log))
  app.notFound(() => {
    throw standardError(404, 'There is nothing at this address.')
  })
  app.use(answerHeaders(log))
  app.use(cors(rules.allowedOrigins))
  app.use(guard(rules))

  app.use('/api/*', dataPolicy)
  if (relayTo === undefined) app.route('/api/v1', localApi(options, running))
  else app.all('/api/v1/*', relay(relayTo))

  const mode = relayTo === undefined ? 'local' : 'relay'
  const apiKey = relayTo === undefined ? options.pageKey : undefined
  app.get('/config.json', appConfig({ mode, apiKey, allowed }))
  if (options.appFolder !== undefined) {
    app.post('/__csp', cspReports(log))
    app.use(oneSpelling(host, port))
    allowOriginRoutes(app, rules, allowed)
    appRoutes(app, options.appFolder, allowed)
  }
  return { app, close: (graceMs) => running.drain(graceMs) }
}

function localApi(options: ServiceOptions, running: ReturnType<typeof createRunningRequests>) {
  const { database } = options
  const ledger = createSqliteLedger(database)
  const keys = createApiKeyStore(database)
  for (const secret of [options.pageKey, ...(options.furtherKeys ?? [])])
    grantOpeningCredit(
      ledger,
      keys.add(secret, secret === options.pageKey ? 'page' : 'environment').id,
    )
  const networkIds = options.networkIds ?? 'test'
  const rails = paymentRails(networkIds, networkIds === 'test' || options.isMemory === true)
  const sandbox = createSandboxEngine(options.slowModelDelayMs)
  const upstream = options.upstream && createUpstream(options.upstream)
  return apiRoutes({
    authenticator: createAuthenticator(keys, rails),
    catalogue: createCatalogue(sandbox, upstream),
    ledger,
    holds: createHolds(),
    limiter: createRateLimiter(createWindowCounters(RATE_WINDOW_MS)),
    failures: createFailureBudget(),
    running,
    deadlineMs: options.answerDeadlineMs ?? ANSWER_DEADLINE_MS,
  })
}

function guard(rules: GuardRules): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const refusal = judgeRequest(
      {
        method: context.req.method,
        host: context.req.header('host') ?? new URL(context.req.url).host,
        origin: context.req.header('origin'),
        fetchSite: context.req.header('sec-fetch-site'),
      },
      rules,
    )
    if (refusal) throw standardError(refusal.status, refusal.message)
    await next()
  }
}

const dataPolicy: MiddlewareHandler<AppEnvironment> = async (context, next) => {
  context.header('Content-Security-Policy', DATA_POLICY)
  await next()
}
