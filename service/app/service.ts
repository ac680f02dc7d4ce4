import { Hono, type MiddlewareHandler } from 'hono'

import { createChains, type Chains } from '../node/chains/chains.ts'
import { createDocumentProcesses } from '../node/documents/document-processes.ts'
import type { DocumentReader } from '../node/documents/read-document.ts'
import { allowOriginRoutes } from '../node/hosting/allow-origin-routes.ts'
import { createAllowedApiOrigins } from '../node/hosting/allowed-api-origins.ts'
import { appConfig } from '../node/hosting/app-config.ts'
import { appRoutes } from '../node/hosting/app-routes.ts'
import { cspReports } from '../node/hosting/csp-reports.ts'
import { oneSpelling } from '../node/hosting/one-spelling.ts'
import type { PhoneRelay } from '../node/hosting/phone-relay.ts'
import { DATA_POLICY } from '../node/hosting/policy.ts'
import { drainBody } from '../node/http/drain-body.ts'
import { unfinishedBodies } from '../node/http/unfinished-bodies.ts'
import { createOutboundClient } from '../node/outbound/outbound-client.ts'
import type { OutboundPolicy } from '../node/outbound/outbound-policy.ts'
import { contractVerifier, embeddedRails } from '../node/payments/embedded-rails.ts'
import { remoteRails, type RemoteFacilitatorOptions } from '../node/payments/remote-rails.ts'
import { relay } from '../node/relay.ts'
import type { SqlDatabase } from '../node/storage/sql-database.ts'
import { createLedger } from '../node/storage/sql-ledger.ts'
import { apiRoutes } from './api.ts'
import { createApiKeyStore } from './auth/api-keys.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { cors } from './auth/cors.ts'
import { judgeRequest, type GuardRules } from './auth/guard.ts'
import { serviceDomains } from './auth/service-domains.ts'
import { createSignInNonces } from './auth/sign-in/sign-in-nonces.ts'
import { createSignInVerifier } from './auth/sign-in/verify-sign-in.ts'
import { createWalletAccess } from './auth/wallet-access.ts'
import { createWalletSlots } from './auth/wallet-slots.ts'
import { createHolds } from './billing/holds.ts'
import { grantOpeningCredit } from './billing/opening-credit.ts'
import { chainRoutes } from './chains/chain-routes.ts'
import { createEnclave } from './e2ee/enclave.ts'
import { answerError } from './http/answer-error.ts'
import { answerHeaders } from './http/answer-headers.ts'
import type { AppEnvironment } from './http/app-environment.ts'
import { caller } from './http/caller.ts'
import { healthRoute } from './http/health.ts'
import { standardError } from './http/http-error.ts'
import { createPromptCache } from './inference/prepare/prompt-cache.ts'
import { createRunningRequests } from './inference/running-requests.ts'
import { createSandboxEngine } from './inference/sandbox/sandbox-engine.ts'
import { createUpstream, type Upstream } from './inference/upstream/upstream.ts'
import type { Counters } from './limits/counters.ts'
import { limitsOfTier, type CustomerTier } from './limits/customer-tier.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import type { Log } from './log.ts'
import { createCatalogue } from './models/catalogue.ts'
import { openPayments, type Payments } from './payments/payments.ts'

/** How long a body may take to arrive where no key is asked for, ms. */
const BODY_DEADLINE_MS = 10_000

/** How long an answer that is not streamed may take before it is a 504, ms. */
const ANSWER_DEADLINE_MS = 120_000

/** Everything a service is made of that is not its own. */
export interface ServiceOptions {
  /** Where it listens, for the checks of Host and Origin. */
  host: string
  port: number
  database: SqlDatabase
  counters: Counters
  /** Where the allowed API origins are kept; absent keeps them in memory. */
  dataDirectory?: string | undefined
  /** The addresses of this machine, for sign-ins to a service that listens on all of them. */
  ownAddresses?: readonly string[]
  /** The key of the page, and further ones. */
  pageKey: string
  furtherKeys?: readonly string[]
  log: Log
  /** The folder of the built app; absent serves the API alone. */
  appFolder?: string | undefined
  allowedOrigins?: readonly string[]
  apiOrigins?: readonly string[]
  /** How the page reaches phone wallets; absent offers none. */
  phoneRelay?: PhoneRelay | undefined
  networkIds?: 'test' | 'mainnet'
  /** The origin under which a proxy offers the service. */
  publicOrigin?: string | undefined
  /** Believes the nearest proxy about the address of a caller. */
  trustProxy?: boolean
  /** Whether chains may be embedded here; they may when absent. */
  hasChains?: boolean
  /** True when nothing outlives the process, so that mainnet ids may name throw-away chains. */
  isMemory?: boolean
  upstream?: { baseUrl: string; key: string | undefined } | undefined
  relay?: string | undefined
  /** Settles payments on public chains; absent settles on the embedded ones, where those are allowed. */
  remoteFacilitator?: RemoteFacilitatorOptions | undefined
  /** Whose rate limits apply (contract, "Limits"). */
  tier?: CustomerTier
  /** At which the built-in models stream when a message does not say `/rate`. */
  tokensPerSecond?: number | undefined
  /** What may be contacted; the public web when absent. Only tests have another policy. */
  outboundPolicy?: OutboundPolicy
  /** Turns files into text; processes when absent. Only tests do without. */
  readDocument?: DocumentReader
  /** Times that tests shorten, ms. */
  slowModelDelayMs?: number
  answerDeadlineMs?: number
  bodyDeadlineMs?: number
}

/** A service: its app, and how to end it. */
export interface Service {
  app: Hono<AppEnvironment>
  /** Absent where payments, if any, are settled on public chains. */
  chains: Chains | undefined
  /** The server that chat is forwarded to, if any. */
  upstream: Upstream | undefined
  /** Makes the keys usable and settles the payments that an earlier run left open. Call it before serving. */
  prepare(): Promise<void>
  /** Lets running answers end, for at most `graceMs`; then they are told to. */
  close(graceMs: number): Promise<void>
}

/** Puts the service together. It listens to nothing by itself: `app.fetch` is its whole surface. */
export function createService(options: ServiceOptions): Service {
  const { host, port, log, relay: relayTo } = options
  const { publicOrigin } = options
  const allowedOrigins = options.allowedOrigins ?? []
  const rules: GuardRules = { host, port, publicOrigin, allowedOrigins }
  const allowed = createAllowedApiOrigins(options.dataDirectory, options.apiOrigins ?? [])
  const running = createRunningRequests()
  let isClosing = false

  const app = new Hono<AppEnvironment>()
  healthRoute(app, [options.database, options.counters], () => isClosing)
  app.onError(answerError(log))
  app.notFound(() => {
    throw standardError(404, 'There is nothing at this address.')
  })
  app.use(drainBody)
  app.use(caller({ publicOrigin, trustProxy: options.trustProxy ?? false }))
  app.use(answerHeaders(log))
  app.use(guard(rules))
  if (allowedOrigins.length > 0) app.use(cors(allowedOrigins))
  app.on(
    'POST',
    ['/local/*', '/__csp'],
    unfinishedBodies(options.bodyDeadlineMs ?? BODY_DEADLINE_MS),
  )

  app.use('/api/*', dataPolicy)
  const local = relayTo === undefined ? localApi(options, running) : undefined
  if (local !== undefined) app.route('/api/v1', local.routes)
  else if (relayTo !== undefined) app.all('/api/v1/*', relay(relayTo))

  const mode = relayTo === undefined ? 'local' : 'relay'
  const apiKey = relayTo === undefined ? options.pageKey : undefined
  const chains = local?.chains
  if (chains) chainRoutes(app, chains)
  app.get(
    '/config.json',
    appConfig({ mode, apiKey, allowed, chains, phoneRelay: options.phoneRelay }),
  )
  if (options.appFolder !== undefined) {
    app.post('/__csp', cspReports(log))
    app.use(oneSpelling(host, port))
    allowOriginRoutes(app, rules, allowed)
    appRoutes(app, options.appFolder, allowed, options.phoneRelay)
  }
  return {
    app,
    chains,
    upstream: local?.upstream,
    prepare: async () => {
      await local?.addKeys()
      await local?.payments.recover()
    },
    close: async (graceMs) => {
      isClosing = true
      await Promise.all([running.drain(graceMs), local?.payments.close(graceMs)])
      await chains?.close()
    },
  }
}

/** Everything that answers below `/api/v1`, and what has to be ended with it. */
interface LocalApi {
  routes: Hono<AppEnvironment>
  payments: Payments
  /** Makes the keys of the options usable. */
  addKeys(): Promise<void>
  /** Absent where payments, if any, are settled on public chains. */
  chains: Chains | undefined
  upstream: Upstream | undefined
}

function localApi(
  options: ServiceOptions,
  running: ReturnType<typeof createRunningRequests>,
): LocalApi {
  const { database, counters, log } = options
  const ledger = createLedger(database)
  const keys = createApiKeyStore(database)
  const addKeys = async () => {
    const add = async (secret: string) => {
      const { id } = await keys.add(secret, secret === options.pageKey ? 'page' : 'environment')
      await grantOpeningCredit(ledger, id)
    }
    await Promise.all([options.pageKey, ...(options.furtherKeys ?? [])].map(add))
  }
  const networkIds = options.networkIds ?? 'test'
  const isEmbedded =
    options.hasChains !== false &&
    options.remoteFacilitator === undefined &&
    (networkIds === 'test' || options.isMemory === true)
  const chains = isEmbedded
    ? createChains({ networkIds, dataDirectory: options.dataDirectory })
    : undefined
  const rails = chains ? embeddedRails(chains) : remoteRails(networkIds, options.remoteFacilitator)
  const payments = openPayments({ database, rails, log })
  const wallets = createWalletAccess({
    verify: createSignInVerifier({
      chains: rails,
      domains: serviceDomains(
        options.host,
        options.port,
        options.publicOrigin,
        options.ownAddresses ?? [],
      ),
      nonces: createSignInNonces(database),
      askChain: chains && contractVerifier(chains),
    }),
    slots: createWalletSlots(counters.leases),
    ledger,
    rails,
    isPaying: (wallet) => payments.topUps.hasOpen(wallet),
  })
  const limits = limitsOfTier(options.tier)
  const sandbox = createSandboxEngine(options)
  const upstream = options.upstream && createUpstream(options.upstream)
  const routes = apiRoutes({
    authenticator: createAuthenticator(keys, rails, wallets),
    rails,
    topUps: payments.topUps,
    catalogue: createCatalogue(sandbox, upstream),
    ledger,
    holds: createHolds(ledger, counters.leases),
    counters: counters.windows,
    outbound: createOutboundClient(options.outboundPolicy),
    readDocument: options.readDocument ?? createDocumentProcesses(),
    limiter: createRateLimiter(counters.windows, limits),
    limits,
    chains,
    promptCache: createPromptCache(),
    enclave: createEnclave(),
    failures: counters.failures,
    running,
    deadlineMs: options.answerDeadlineMs ?? ANSWER_DEADLINE_MS,
  })
  return { routes, payments, addKeys, chains, upstream }
}

function guard(rules: GuardRules): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const target = new URL(context.req.url).host
    const refusal = judgeRequest(
      {
        method: context.req.method,
        host: context.req.header('host') ?? target,
        target,
        headerCount: (context.env?.incoming?.rawHeaders.length ?? 0) / 2,
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
