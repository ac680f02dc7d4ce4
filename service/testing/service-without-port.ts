import { createLocalCounters } from '../app/limits/counters.ts'
import type { CustomerTier } from '../app/limits/rate-limiter.ts'
import type { Log } from '../app/log.ts'
import type { ModelSource } from '../app/models/catalogue.ts'
import { createService } from '../app/service.ts'
import { readDocument } from '../node/documents/read-document.ts'
import { hostingRoutes } from '../node/hosting/hosting-routes.ts'
import { createNodeAdapters } from '../node/node-adapters.ts'
import { PUBLIC_POLICY } from '../node/outbound/outbound-policy.ts'
import type { SqlDatabase } from '../node/storage/sql-database.ts'
import { createSqlStorage } from '../node/storage/sql-storage.ts'
import { openSqliteDatabase } from '../node/storage/sqlite-database.ts'
import { IN_PAGE, servicePage } from './page/page-fetch.ts'

/** A service that listens nowhere: tests call its app, as often as they like. */
export interface ServiceWithoutPort {
  /** Sends a request; `path` from the root of the origin. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Posts JSON below `/api/v1` with a key that was not used for the last thousand requests. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Such a key. The failure budget of a single one would soon be used up. */
  nextKey(): string
  /** What it answers, as it was registered. */
  readonly routes: readonly { method: string; path: string }[]
  /** What nobody expected, as the log has it. */
  readonly unexpected: readonly unknown[]
  readonly database: SqlDatabase
  close(): Promise<void>
}

/** Where it would listen. */
export const ORIGIN_WITHOUT_PORT = 'http://127.0.0.1:1'

/** What the log says of every answer with 5xx, and of what pages report. */
const EXPECTED = new Set(['request', 'content security policy'])
const KEYS = Array.from({ length: 1000 }, (_, index) => `key-${index}`)

/** Puts such a service together, in memory and without the internet. */
export function serviceWithoutPort(options: WithoutPortOptions = {}): ServiceWithoutPort {
  return IN_PAGE ? pageWithoutPort(options) : nodeWithoutPort(options)
}

export interface WithoutPortOptions {
  tier?: CustomerTier
  /** Whose ids its chains have; of test networks unless said otherwise. */
  networkIds?: 'test' | 'mainnet'
  /** Behaves as the real service does where that differs from the contract. */
  likeProvider?: boolean
  appFolder?: string
  /** Further models; not in a page, which forwards nothing. */
  upstreams?: readonly ModelSource[]
  /** At which the built-in models stream, tokens a second. */
  tokensPerSecond?: number
  /** The key of its page. */
  pageKey?: string
  /** How many keys it has beside that of its page; each is written into its ledger. */
  keys?: number
}

function nodeWithoutPort({
  tier,
  networkIds,
  likeProvider = false,
  appFolder,
  upstreams = [],
  tokensPerSecond,
  pageKey = 'page',
  keys = KEYS.length,
}: WithoutPortOptions): ServiceWithoutPort {
  const unexpected: unknown[] = []
  const database = openSqliteDatabase(undefined)
  const adapters = createNodeAdapters({
    storage: createSqlStorage(database),
    counters: createLocalCounters(),
    isMemory: true,
    ...(networkIds === undefined ? {} : { networkIds }),
    signsStatements: likeProvider,
    // A process of its own needs a built file; what it runs is the same.
    readDocument,
    outboundPolicy: { ...PUBLIC_POLICY, resolve: async () => [], allowsAddress: () => false },
    log: recordUnexpected(unexpected),
  })
  const service = createService(adapters, {
    host: '127.0.0.1',
    port: 1,
    pageKey,
    furtherKeys: KEYS.slice(0, keys),
    slowModelDelayMs: 1,
    upstreams,
    tokensPerSecond,
    likeProvider,
    ...(tier === undefined ? {} : { tier }),
    addRoutes: hostingRoutes({
      relay: undefined,
      mode: 'local',
      apiKey: pageKey,
      chains: adapters.chains,
      mcpServers: [],
      dataDirectory: undefined,
      apiOrigins: [],
      appFolder,
      log: adapters.log,
    }),
  })
  const prepared = service.prepare()
  const request = async (path: string, init?: RequestInit) => {
    await prepared
    return service.fetch(new Request(`${ORIGIN_WITHOUT_PORT}${path}`, init))
  }
  return {
    ...callers(request),
    request,
    routes: service.routes,
    unexpected,
    database,
    close: async () => {
      await prepared
      await service.close(0)
      await adapters.chains?.close()
      await database.close()
    },
  }
}

/** The service of a page; it has no database, and serves no app. */
function pageWithoutPort({ tier, likeProvider = false }: WithoutPortOptions): ServiceWithoutPort {
  const unexpected: unknown[] = []
  const starting = servicePage(recordUnexpected(unexpected), {
    furtherKeys: KEYS,
    slowModelDelayMs: 1,
    likeProvider,
    ...(tier === undefined ? {} : { tier }),
  })
  const request = async (path: string, init?: RequestInit) => (await starting).request(path, init)
  return {
    ...callers(request),
    request,
    get routes(): never {
      throw new Error('A page tells its routes to nobody')
    },
    get database(): never {
      throw new Error('A page has no database')
    },
    unexpected,
    close: async () => (await starting).close(0),
  }
}

function recordUnexpected(unexpected: unknown[]): Log {
  return (level, event, details) => {
    if (level === 'error' && !EXPECTED.has(event)) unexpected.push({ event, ...details })
  }
}

/** How tests call it. */
function callers(
  request: ServiceWithoutPort['request'],
): Pick<ServiceWithoutPort, 'nextKey' | 'post'> {
  let sent = 0
  const nextKey = () => KEYS[(sent += 1) % KEYS.length] ?? ''
  return {
    nextKey,
    post: (path, body, headers = {}) =>
      request(`/api/v1${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${nextKey()}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
  }
}
