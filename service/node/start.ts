import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

import { getRequestListener } from '@hono/node-server'

import { bytesOfHex } from '../../contract/encoding/bytes.ts'
import type { Storage } from '../app/adapters.ts'
import { bracketed, isWildcard } from '../app/auth/discovery.ts'
import { PROVIDER_KEYS } from '../app/auth/provider-keys.ts'
import { createUpstream } from '../app/inference/upstream/upstream.ts'
import { type Counters, createLocalCounters } from '../app/limits/counters.ts'
import { createLog } from '../app/log.ts'
import { createMemoryStorage } from '../app/memory-storage.ts'
import { chainPlaces, type ChainPlaces } from '../app/money/chains/chains.ts'
import { createService, type ServiceOptions } from '../app/service.ts'
import type { CommandLine } from './command-line/command-line.ts'
import { settingOf, type Environment } from './command-line/flags.ts'
import {
  defaultDataDirectory,
  loadPageKey,
  lockDataDirectory,
  openDataDirectory,
} from './data-directory.ts'
import { hostingRoutes } from './hosting/hosting-routes.ts'
import { listen, NodeConnection } from './listen.ts'
import { bridgeRoutes, createBridge } from './mcp/bridge.ts'
import { createNodeAdapters, type NodeAdapterOptions } from './node-adapters.ts'
import type { InstallPart } from './part-installer.ts'
import { readRecordings } from './recording/read-recordings.ts'
import { createRecorder } from './recording/record.ts'
import { createReplay, INSTANT } from './recording/replay.ts'
import { createRelay } from './relay.ts'
import type { SqlDatabase } from './storage/sql-database.ts'
import { createSqlStorage } from './storage/sql-storage.ts'
import { openSqliteDatabase } from './storage/sqlite-database.ts'
import { ENCLAVE_SECRET } from './workers.ts'

/** How to start. */
export interface StartOptions {
  commandLine: CommandLine
  env: Environment
  /** The folder of the built app. */
  appFolder: string
  writeLog: (line: string) => void
  /** Gets packages that are installed when they are first needed; absent where all are there. */
  installPart?: InstallPart
  /** Times that tests shorten. */
  times?: Pick<ServiceOptions, 'slowModelDelayMs' | 'answerDeadlineMs' | 'bodyDeadlineMs'> & {
    headersDeadlineMs?: number
  }
  /** How tests read what a request refers to. */
  inputs?: Pick<NodeAdapterOptions, 'outboundPolicy' | 'readDocument'>
}

/** A service that listens. */
export interface StartedService {
  baseUrl: string
  appUrl: string
  /** The key of the page; absent when a relay leaves keys to the caller. */
  apiKey: string | undefined
  apiKeyFile: string | undefined
  dataDirectory: string | undefined
  servesApp: boolean
  /** The embedded chains, where there are any. None of them runs yet. */
  chains: ChainPlaces | undefined
  /** The MCP servers of this computer that the page may use, by name. */
  mcpServers: readonly string[]
  /** What else there is to know: what of the recordings can't be replayed, more keys. In sentences. */
  notes: readonly string[]
  /** A line on each upstream server: whether it was reached, and else why not and what to do. */
  describeUpstreams: () => Promise<string>[]
  /** Takes no more requests, lets running ones end (streams for at most `graceMs`), closes the database. */
  stop(graceMs: number): Promise<void>
}

/**
 * Starts a service on a socket. When a step fails, what the steps before it opened is closed again.
 * @throws DataDirectoryError, JournalError, ListenError, StorageUnavailable, ChainsTakenError, RecordingError
 * with one readable line each
 */
export async function startService(options: StartOptions): Promise<StartedService> {
  const opened: Closing[] = []
  try {
    return await startStepByStep(options, opened)
  } catch (error) {
    // What cannot be closed either must not hide why it failed.
    for (const close of opened.toReversed()) await close().catch(() => undefined)
    throw error
  }
}

type Closing = () => Promise<void>

async function startStepByStep(
  { commandLine, env, appFolder, writeLog, installPart, times, inputs }: StartOptions,
  opened: Closing[],
): Promise<StartedService> {
  const { host, memory, relay, record, replay, apiOnly, databaseUrl, redisUrl } = commandLine
  const { recordings, notes = [] } = replay === undefined ? {} : readRecordings(replay)
  const isLocal = relay === undefined && recordings === undefined
  const dataDirectory = memory
    ? undefined
    : openDataDirectory(commandLine.dataDirectory ?? defaultDataDirectory(env))
  // A relay and a replay have no ledger, and the one in Postgres is made for several processes.
  const ledgerDirectory = isLocal && databaseUrl === undefined ? dataDirectory : undefined
  const lock = ledgerDirectory === undefined ? undefined : lockDataDirectory(ledgerDirectory)
  opened.push(async () => lock?.release())
  const { storage, close } = await openStorage(commandLine, ledgerDirectory)
  opened.push(close)
  const counters = await openCounters(redisUrl)
  opened.push(() => counters.close())
  const pageKey = loadPageKey(dataDirectory)
  const { server, port, closeIdle } = await listen(host, commandLine.port, times?.headersDeadlineMs)
  opened.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const log = createLog(writeLog, commandLine.json ? 'info' : 'error')
  for (const note of notes) log('info', note)
  const remoteFacilitator = remoteFacilitatorOf(env)
  // Payments settled elsewhere need the same packages, and are expected.
  if (remoteFacilitator !== undefined) await installPart?.('chains')
  const adapters = createNodeAdapters({
    ...inputs,
    installPart,
    storage,
    counters,
    log,
    networkIds: commandLine.networkIds,
    dataDirectory,
    // A relay settles no payments: those are the other service's. A replay has only what was recorded.
    hasChains: isLocal && (databaseUrl === undefined || commandLine.chains),
    isMemory: memory,
    signsStatements: commandLine.likeProvider ?? false,
    remoteFacilitator,
  })
  const { chains } = adapters
  opened.push(async () => chains?.close())
  const bridges = commandLine.mcpServers.map((server) => createBridge(server, log))
  const killBridges = () => bridges.forEach((bridge) => bridge.kill())
  // Whatever ends this process ends what it started.
  process.once('exit', killBridges)
  const closeBridges = async () => {
    await Promise.all(bridges.map((bridge) => bridge.close()))
    process.off('exit', killBridges)
  }
  opened.push(closeBridges)
  const mcpServers = bridges.map(({ name }) => name)
  const hosting = hostingRoutes({
    mode: relay === undefined ? 'local' : 'relay',
    apiKey: relay === undefined ? pageKey : undefined,
    relay,
    chains,
    mcpServers,
    dataDirectory,
    apiOrigins: commandLine.apiOrigins,
    appFolder: apiOnly ? undefined : appFolder,
    log,
  })
  const upstreams = commandLine.upstreams.map(createUpstream)
  const service = createService(adapters, {
    ...times,
    host,
    port,
    ownAddresses: addressesOfThisMachine(),
    pageKey,
    furtherKeys: listOf(settingOf(env, 'VENDOR_API_KEYS')),
    allowedOrigins: commandLine.allowedOrigins,
    publicOrigin: commandLine.publicOrigin,
    trustProxy: commandLine.trustProxy,
    tier: commandLine.tier,
    tokensPerSecond: commandLine.rate,
    likeProvider: commandLine.likeProvider ?? false,
    enclaveSecret: enclaveSecretOf(env),
    relay:
      relay !== undefined
        ? createRelay(relay)
        : recordings && createReplay(recordings, commandLine.replayFast ? INSTANT : undefined),
    upstreams,
    addRoutes: (app, rules) => {
      bridgeRoutes(app, rules, bridges, pageKey)
      hosting(app, rules)
    },
  })
  opened.push(() => service.close(0))
  const recorder =
    record === undefined
      ? undefined
      : createRecorder(record, {
          fetch: (request, connection) => service.fetch(request, connection),
          now: () => performance.now(),
          warn: (message) => log('error', message),
        })
  const handle = getRequestListener((request, bindings) =>
    (recorder ?? service).fetch(request, new NodeConnection(bindings)),
  )
  // Payments that an earlier run left open are settled before anything is answered.
  const recovered = service.prepare()
  server.on('request', (request, response) => {
    // Headers of a stream leave together with what is ready by then: a packet of their own costs as much as 50 tokens.
    const flush = response.flushHeaders.bind(response)
    response.flushHeaders = () => {
      request.socket.cork()
      flush()
      setImmediate(() => request.socket.uncork())
    }
    void recovered.then(
      () => handle(request, response),
      () => response.destroy(),
    )
  })
  await recovered

  const origin = `http://${isWildcard(host) ? '127.0.0.1' : bracketed(host)}:${port}`
  lock?.announce(`${origin}/`)
  return {
    baseUrl: `${origin}/api/v1`,
    appUrl: `${origin}/`,
    apiKey: relay === undefined ? pageKey : undefined,
    apiKeyFile:
      relay === undefined && dataDirectory !== undefined
        ? join(dataDirectory, 'api-key')
        : undefined,
    dataDirectory,
    servesApp: !apiOnly,
    chains: chains && chainPlaces(chains, origin),
    mcpServers,
    notes: [...notes, ...(isLocal && commandLine.likeProvider ? [providerKeysNote()] : [])],
    describeUpstreams: () => upstreams.map(({ describe }) => describe()),
    stop: async (graceMs) => {
      const closed = await stopListening(server)
      await service.close(graceMs)
      await recorder?.settle()
      await Promise.all([chains?.close(), closeBridges()])
      // A proxy may be sending on one of them; browsers try again by themselves.
      if (!commandLine.trustProxy) closeIdle()
      await Promise.race([closed.left, endConnections(server, closed)])
      await Promise.all([close(), counters.close()])
      lock?.release()
    },
  }
}

/** Another process runs the embedded chains of this database. */
export class ChainsTakenError extends Error {}

/** The packages of shared databases take long to load, and one process does without. */
async function openCounters(redisUrl: string | undefined): Promise<Counters> {
  if (redisUrl === undefined) return createLocalCounters()
  const { openRedisCounters } = await import('./counters/redis-counters.ts')
  return openRedisCounters(redisUrl)
}

async function openStorage(
  commandLine: CommandLine,
  dataDirectory: string | undefined,
): Promise<{ storage: Storage; close: Closing }> {
  if (commandLine.databaseUrl === undefined && dataDirectory === undefined)
    return { storage: createMemoryStorage(), close: () => Promise.resolve() }
  const database = await openDatabase(commandLine, dataDirectory)
  return { storage: createSqlStorage(database), close: () => database.close() }
}

async function openDatabase(
  { databaseUrl, chains }: CommandLine,
  dataDirectory: string | undefined,
): Promise<SqlDatabase> {
  if (databaseUrl === undefined) return openSqliteDatabase(dataDirectory)
  const { openPostgresDatabase } = await import('./storage/postgres-database.ts')
  const database = await openPostgresDatabase(databaseUrl)
  if (!chains || (await database.claim('embedded chains')) !== undefined) return database
  await database.close()
  throw new ChainsTakenError(
    'Another process on this database runs the embedded chains. Start this one without --chains.',
  )
}

/** A proxy that sent no request for so long has no use for its connections, ms. */
const QUIET_MS = 1_000
/** How long connections may stay open after the last answer, ms. */
const LEFT_OPEN_MS = 5_000
/** A flood of connections must not keep the service from stopping. */
const MAX_ACCEPT_TURNS = 1_000

interface Stopping {
  left: Promise<void>
  lastRequestAt: () => number
}

/**
 * Takes no more connections; `left` resolves when none is left. One that waits between two requests is not
 * closed under a proxy that may be sending the next: it ends with the response to that. Those that the
 * system has connected are accepted first, as closing would reset them.
 */
async function stopListening(server: Server): Promise<Stopping> {
  let lastRequestAt = performance.now()
  server.prependListener('request', (_, response) => {
    lastRequestAt = performance.now()
    response.setHeader('Connection', 'close')
  })
  let accepted = true
  server.on('connection', () => (accepted = true))
  // One is accepted in each turn of the event loop.
  for (let turn = 0; accepted && turn < MAX_ACCEPT_TURNS; turn += 1) {
    accepted = false
    await new Promise((resolve) => setImmediate(resolve))
  }
  const left = new Promise<void>((resolve) => {
    // The server's own `close` would close those connections at once.
    TcpServer.prototype.close.call(server, () => resolve())
  })
  return { left, lastRequestAt: () => lastRequestAt }
}

/**
 * Answers have ended: once no request came for a while, the proxy does not use what connections it has left.
 * They are closed then, and all of them in the end.
 */
async function endConnections(server: Server, { lastRequestAt }: Stopping): Promise<void> {
  const deadline = performance.now() + LEFT_OPEN_MS
  let quietAt = performance.now() + QUIET_MS
  while (performance.now() < Math.min(quietAt, deadline)) {
    await pause(Math.min(quietAt, deadline) - performance.now())
    quietAt = Math.max(quietAt, lastRequestAt() + QUIET_MS)
  }
  server.closeIdleConnections()
  await pause(deadline - performance.now())
  server.closeAllConnections()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}

function remoteFacilitatorOf(env: Environment): NodeAdapterOptions['remoteFacilitator'] {
  const url = settingOf(env, 'VENDOR_FACILITATOR_URL')
  if (url === undefined) return undefined
  return {
    url,
    payToEvm: settingOf(env, 'VENDOR_PAY_TO_EVM'),
    payToSolana: settingOf(env, 'VENDOR_PAY_TO_SOLANA'),
    solanaFeePayer: settingOf(env, 'VENDOR_SOLANA_FEE_PAYER'),
  }
}

/** Workers have one together. */
function enclaveSecretOf(env: Environment): Uint8Array | undefined {
  const secret = env[ENCLAVE_SECRET]
  return secret === undefined ? undefined : bytesOfHex(secret)
}

function providerKeysNote(): string {
  const keys = PROVIDER_KEYS.map(({ label, meaning }) => `-${label} (${meaning})`)
  return `More API keys: the one above with an ending: ${keys.join(', ')}.`
}

function listOf(value: string | undefined): string[] {
  return (value ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  )
}
