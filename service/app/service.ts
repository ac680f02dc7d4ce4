import { Hono } from 'hono'

import type { Adapters } from './adapters.ts'
import { apiRoutes } from './api.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { serviceDomains } from './auth/discovery.ts'
import { cors, type GuardRules } from './auth/guard.ts'
import { PROVIDER_KEYS } from './auth/provider-keys.ts'
import { createWalletAccess, createWalletSlots } from './auth/wallet-access.ts'
import type { AppContext, AppEnvironment, Connection } from './http/app-environment.ts'
import { frame, unfinishedBodies } from './http/frame.ts'
import { errorResponse, passedBack, standardError } from './http/http-error.ts'
import { createPromptCache } from './inference/prepare/prompt-cache.ts'
import { createRunningRequests } from './inference/running-requests.ts'
import { createRateLimiter, type CustomerTier, limitsOfTier } from './limits/rate-limiter.ts'
import { createCatalogue, type ModelSource } from './models/catalogue.ts'
import { chainRoutes } from './money/chains/chains.ts'
import { type Balance, grantOpeningCredit } from './money/ledger.ts'
import { createHolds } from './money/metered-request.ts'
import { openPayments } from './money/payments/top-ups.ts'
import { createLookAtPictures } from './sandbox/reply/see-picture.ts'
import { createSandboxEngine } from './sandbox/sandbox-engine.ts'
import { onDemand } from './timing.ts'

/** How long a body may take to arrive where no key is asked for, ms. */
const BODY_DEADLINE_MS = 10_000

/** How long an answer that is not streamed may take before it is a 504, ms. */
const ANSWER_DEADLINE_MS = 120_000

/** How a service is to behave; what it is made of are its adapters. */
export interface ServiceOptions {
  /** Where it listens, for the checks of Host and Origin. */
  host: string
  port: number
  /** The addresses of this machine, for sign-ins to a service that listens on all of them. */
  ownAddresses?: readonly string[]
  /** The key of the page, and further ones. */
  pageKey: string
  furtherKeys?: readonly string[]
  allowedOrigins?: readonly string[]
  /** The origin under which a proxy offers the service. */
  publicOrigin?: string | undefined
  /** Believes the nearest proxy about the address of a caller. */
  trustProxy?: boolean
  /** The OpenAI-compatible servers whose models are offered beside the built-in ones. */
  upstreams?: readonly ModelSource[]
  /** Answers everything below `/api/v1` instead of the service itself. */
  relay?: ((context: AppContext) => Promise<Response>) | undefined
  /** Adds what is served beside the API, behind the same guard. */
  addRoutes?: (app: Hono<AppEnvironment>, rules: GuardRules) => void
  /** Whose rate limits apply (contract, "Limits"). */
  tier?: CustomerTier
  /** At which the built-in models stream when a message does not say `/rate`. */
  tokensPerSecond?: number | undefined
  /** Behaves as the real service does where that differs from the contract. */
  likeProvider?: boolean
  /** What several services on one port share, so that each opens what was sealed for another; 32 bytes. */
  enclaveSecret?: Uint8Array | undefined
  /** Times that tests shorten, ms. */
  slowModelDelayMs?: number
  answerDeadlineMs?: number
  bodyDeadlineMs?: number
}

/** A service. It listens to nothing by itself: `fetch` is its whole surface. */
export interface Service {
  /** Answers a request; without a connection it came from within the same program. */
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** What it answers, as it was registered. */
  readonly routes: readonly { method: string; path: string }[]
  /** Makes the keys usable and settles the payments that an earlier run left open. Call it before serving. */
  prepare(): Promise<void>
  /** Lets running answers end, for at most `graceMs`; then they are told to. */
  close(graceMs: number): Promise<void>
}

/** Puts the service together from what the place it runs in brings. */
export function createService(adapters: Adapters, options: ServiceOptions): Service {
  const { storage, counters, chains, log } = adapters
  const { host, port, publicOrigin, relay } = options
  const allowedOrigins = options.allowedOrigins ?? []
  const rules: GuardRules = { host, port, publicOrigin, allowedOrigins }
  const running = createRunningRequests()
  let isClosing = false

  const app = new Hono<AppEnvironment>()
  // For load balancers: 503 while the service ends or cannot reach what it needs. It says nothing else, so
  // it is answered under any host name.
  app.get('/health', async (context) => {
    const reachable = await Promise.all([storage.isReachable(), counters.isReachable()])
    const status = isClosing ? 'closing' : reachable.every(Boolean) ? 'ok' : 'storage unreachable'
    return context.json({ status }, status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  app.onError(errorResponse(log))
  app.notFound(() => {
    throw standardError(404, 'Page not found.')
  })
  app.use(
    frame(adapters, rules, {
      publicOrigin,
      trustProxy: options.trustProxy ?? false,
      likeProvider: options.likeProvider ?? false,
    }),
  )
  if (allowedOrigins.length > 0) app.use(cors(allowedOrigins))
  app.on(
    'POST',
    ['/local/*', '/__csp'],
    unfinishedBodies(options.bodyDeadlineMs ?? BODY_DEADLINE_MS),
  )

  const practiceServer = onDemand(async () =>
    (await import('./mcp/practice-server.ts')).createPracticeServer(running),
  )
  const local = relay === undefined ? localApi(adapters, options, running) : undefined
  if (local !== undefined) app.route('/api/v1', local.routes)
  else if (relay !== undefined) app.all('/api/v1/*', passedBack(relay))
  if (local !== undefined && chains !== undefined) chainRoutes(app, chains)
  app.all(MCP_PATH, async (context) => (await practiceServer())(context))
  options.addRoutes?.(app, rules)

  return {
    fetch: async (request, connection) => app.fetch(request, connection ? { connection } : {}),
    routes: app.routes,
    prepare: async () => {
      await local?.addKeys()
      await local?.payments.recover()
    },
    close: async (graceMs) => {
      isClosing = true
      await Promise.all([running.drain(graceMs), local?.payments.close(graceMs)])
    },
  }
}

function localApi(
  adapters: Adapters,
  options: ServiceOptions,
  running: ReturnType<typeof createRunningRequests>,
) {
  const { storage, counters, log } = adapters
  const rails = { ...adapters.rails, likeProvider: options.likeProvider === true }
  const { ledger, keys } = storage
  /** Makes the keys of the options usable. */
  const addKeys = async () => {
    const add = async (secret: string, label: string, credit?: Balance) => {
      const { id } = await keys.add(secret, label)
      await grantOpeningCredit(ledger, id, credit)
    }
    const { pageKey, furtherKeys = [], likeProvider = false } = options
    await Promise.all([
      add(pageKey, 'page'),
      ...furtherKeys.map((secret) => add(secret, 'environment')),
      ...(likeProvider ? PROVIDER_KEYS : []).map(({ label, credit }) =>
        add(`${pageKey}-${label}`, label, credit),
      ),
    ])
  }
  const payments = openPayments({ store: storage.payments, rails, log })
  const domains = serviceDomains(
    options.host,
    options.port,
    options.publicOrigin,
    options.ownAddresses ?? [],
  )
  const verifier = onDemand(async () => {
    const { createSignInVerifier } = await import('./auth/sign-in/verify-sign-in.ts')
    const { nonces } = storage
    return createSignInVerifier({
      chains: rails,
      domains,
      nonces,
      askChain: adapters.verifyContract,
    })
  })
  const wallets = createWalletAccess({
    verify: async (header) => (await verifier())(header),
    slots: createWalletSlots(counters.leases),
    ledger,
    rails,
    isPaying: (wallet) => payments.topUps.hasOpen(wallet),
  })
  const limits = limitsOfTier(options.tier)
  const sandbox = createSandboxEngine(options, createLookAtPictures(adapters.pictures))
  const routes = apiRoutes({
    authenticator: createAuthenticator(keys, rails, wallets),
    keys,
    nonces: storage.nonces,
    askChain: adapters.verifyContract,
    tokenSecret: options.pageKey,
    rails,
    topUps: payments.topUps,
    catalogue: createCatalogue(sandbox, options.upstreams ?? []),
    ledger,
    holds: createHolds(ledger, counters.leases),
    counters: counters.windows,
    outbound: adapters.outbound,
    readDocument: adapters.readDocument,
    pictures: adapters.pictures,
    limiter: createRateLimiter(counters.windows, limits),
    limits,
    chains: adapters.chains,
    promptCache: createPromptCache(),
    enclave: onDemand(async () => {
      const { createEnclave } = await import('./inference/e2ee/enclave.ts')
      return createEnclave(options.enclaveSecret)
    }),
    failures: counters.failures,
    likeProvider: options.likeProvider ?? false,
    running,
    deadlineMs: options.answerDeadlineMs ?? ANSWER_DEADLINE_MS,
  })
  return { routes, payments, addKeys }
}

/** Where the practice MCP server is, and below it those of this computer. */
export const MCP_PATH = '/local/mcp'
