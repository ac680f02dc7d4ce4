import { parseArgs } from 'node:util'

import { given } from '../../../contract/json.ts'
import { z } from '../../../contract/zod.ts'
import { errorMessage } from '../../app/errors.ts'
import {
  headersVariable,
  keyVariable,
  type UpstreamEndpoint,
} from '../../app/inference/upstream/upstream-request.ts'
import { CUSTOMER_TIERS, type CustomerTier } from '../../app/limits/rate-limiter.ts'
import { readOrigin } from '../hosting/allowed-api-origins.ts'
import { WEB_SERVERS, type WebServer } from '../hosting/hosting.ts'
import { readBridgedServers, type BridgedServer } from '../mcp/bridged-server.ts'
import {
  FLAGS,
  flagList,
  settingOf,
  type Environment,
  type Flag,
  type FlagName,
  type SettingName,
} from './flags.ts'

/** What the command line and its environment mirrors ask for. */
export interface CommandLine {
  /** The port that was asked for; absent means 4310 or the next free one. 0 means any free port. */
  port?: number
  host: string
  /** The data directory that was asked for; absent means the per-user one. */
  dataDirectory?: string
  /** Keeps everything in memory and nothing on disk. */
  memory: boolean
  /** One JSON line on standard output instead of sentences. */
  json: boolean
  /** OpenAI-compatible servers to offer beside the built-in models, by base address with its version segment. */
  upstreams: UpstreamEndpoint[]
  /** Base address of the service to which everything under `/api/v1` is passed on. */
  relay?: string
  /** The directory that requests and responses are recorded to. */
  record?: string
  /** The recordings that are served instead of the API. */
  replay?: string
  /** Replays without waiting. */
  replayFast: boolean
  networkIds: 'test' | 'mainnet'
  /** Whose rate limits apply. */
  tier: CustomerTier
  /** Behaves as the real service where that differs from the contract. */
  likeProvider?: boolean
  /** Tokens per second at which the built-in models stream when a message does not say `/rate`. */
  rate?: number
  /** Web origins whose pages may call this API (CORS). */
  allowedOrigins: string[]
  /** API origins that the page may contact besides this service. */
  apiOrigins: string[]
  /** The MCP servers of this computer that the page may use. */
  mcpServers: BridgedServer[]
  /** Serves the API without the page. */
  apiOnly: boolean
  /** Runs the embedded chains although other processes use the same database. */
  chains: boolean
  /** The origin under which a proxy offers this service: it may be asked for by that name. */
  publicOrigin?: string
  /** Believes the nearest proxy about the address of a caller (`X-Forwarded-For`). */
  trustProxy: boolean
  /** The Postgres database that several processes share; absent keeps a SQLite file of its own. */
  databaseUrl?: string
  /** The Redis with the counters that several processes share; absent counts in this process. */
  redisUrl?: string
  /** Print the configuration of a web server in front of several processes, and stop. */
  hosting?: WebServer
  /** Processes behind the one port. */
  workers: number
  /** The processes that it names. */
  processes: string[]
  /** Print the usage and stop. */
  help: boolean
}

/** A command line that was understood, or one line that says what is wrong with it. */
export type CommandLineResult = { ok: true; value: CommandLine } | { ok: false; message: string }

const NETWORK_IDS = ['test', 'mainnet'] as const

class UsageError extends Error {}

/** Reads flags, with environment names as fallback: a flag beats its mirror. */
export function parseCommandLine(args: readonly string[], env: Environment): CommandLineResult {
  try {
    return { ok: true, value: readCommandLine(args, env) }
  } catch (error) {
    return { ok: false, message: oneLine(error) }
  }
}

function readCommandLine(args: readonly string[], env: Environment): CommandLine {
  const { text, isOn, list, isGiven } = readFlags(args, env)
  const memory = isGiven('memory') || (!isGiven('data') && isOn('memory'))
  const data = memory && !isGiven('data') ? undefined : text('data')
  if (memory && data !== undefined) throw new UsageError('Use --data or --memory, not both.')
  const port = text('port')
  const upstreams = readUpstreams(list('upstream'), env)
  const relay = text('relay')
  if (upstreams.length > 0 && relay !== undefined)
    throw new UsageError('Use --upstream or --relay, not both: a relay forwards everything.')
  const record = text('record')
  const replay = text('replay')
  if (replay !== undefined && (record ?? relay ?? upstreams[0]) !== undefined)
    throw new UsageError(
      'Use --replay without --record, --relay and --upstream: it responds from recordings alone.',
    )
  if (isGiven('replay-fast') && replay === undefined)
    throw new UsageError('--replay-fast requires --replay.')
  const networkIds = readWord('--network-ids', text('network-ids') ?? 'test', NETWORK_IDS)
  if (networkIds === 'mainnet' && !memory && settingOf(env, 'VENDOR_FACILITATOR_URL') === undefined)
    throw new UsageError(
      '--network-ids mainnet needs VENDOR_FACILITATOR_URL for real settlement, or --memory for tests.',
    )
  const databaseUrl = readStore(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const redisUrl = readStore(env, 'REDIS_URL', ['redis:', 'rediss:'])
  if (memory && databaseUrl !== undefined)
    throw new UsageError('Use --memory or DATABASE_URL, not both.')
  const workers = readWorkers(text('workers') ?? '1')
  const isShared = databaseUrl !== undefined && redisUrl !== undefined
  if (workers > 1 && (record ?? replay) !== undefined)
    throw new UsageError('Use --workers without --record and --replay: they belong to one process.')
  if (workers > 1) requireWorkable(isShared, isOn('api-only'), isOn('chains'))
  const mcpServers = readMcpServers(list('mcp'), list('mcp-env'), env)
  const host = text('host') ?? '127.0.0.1'
  if (mcpServers.length > 0) requireThisComputer(host, text('public-url'), workers)
  const rate = text('rate')
  const publicUrl = text('public-url')
  const hosting = text('hosting')
  const processes = list('process')
  return {
    host,
    memory,
    json: isOn('json'),
    networkIds,
    tier: readWord('--tier', text('tier') ?? 'default', CUSTOMER_TIERS),
    allowedOrigins: list('allow-origin').map((origin) => originOf('--allow-origin', origin)),
    apiOrigins: list('allow-api').map((origin) => originOf('--allow-api', origin)),
    apiOnly: isOn('api-only'),
    chains: isOn('chains'),
    trustProxy: isOn('trust-proxy'),
    upstreams,
    mcpServers,
    workers,
    processes: (processes.length > 0 ? processes : DEFAULT_PROCESSES).map(readProcess),
    replayFast: isOn('replay-fast'),
    help: isOn('help'),
    ...(port === undefined ? {} : { port: readPort(port) }),
    ...given({ dataDirectory: data }),
    ...(isOn('like-provider') ? { likeProvider: true } : {}),
    ...(rate === undefined ? {} : { rate: readRate(rate) }),
    ...(relay === undefined ? {} : { relay: readBase('--relay', relay) }),
    ...given({ record, replay }),
    ...(publicUrl === undefined ? {} : { publicOrigin: originOf('--public-url', publicUrl) }),
    ...(hosting === undefined ? {} : { hosting: readWord('--hosting', hosting, WEB_SERVERS) }),
    ...given({ databaseUrl, redisUrl }),
  }
}

/** What was asked for by flags and, where a flag is absent, by its variable. @throws for unknown flags */
function readFlags(args: readonly string[], env: Environment) {
  const options = Object.fromEntries(
    flagList().map(({ name, value, isList, short }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(isList ? { multiple: true } : {}),
        ...given({ short }),
      },
    ]),
  )
  const { values } = parseArgs({ args: [...args], options, strict: true })
  const variable = (name: FlagName) => {
    const flag: Flag = FLAGS[name]
    return flag.variable === undefined ? undefined : env[flag.variable] || undefined
  }
  return {
    isGiven: (name: FlagName): boolean => values[name] !== undefined,
    text: (name: FlagName): string | undefined => {
      const value = values[name]
      return typeof value === 'string' ? value : variable(name)
    },
    isOn: (name: FlagName): boolean => {
      const value = values[name]
      if (typeof value === 'boolean') return value
      const word = variable(name)?.toLowerCase()
      return word !== undefined && word !== '0' && word !== 'false'
    },
    list: (name: FlagName): string[] => {
      const value = values[name]
      if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
      const items = (variable(name) ?? '').split(',').map((item) => item.trim())
      return items.filter((item) => item !== '')
    },
  }
}

/** The address of a store. It may hold a password, so the message does not repeat it. */
function readStore(
  env: Environment,
  name: SettingName,
  schemes: readonly string[],
): string | undefined {
  const text = settingOf(env, name)
  if (text === undefined) return undefined
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol)) return text
  throw new UsageError(`${name} must be a URL that starts with ${schemes[0]}//.`)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(
      `--port is ${JSON.stringify(text)}, but must be an integer from 0 to 65535.`,
    )
  return port
}

function readWord<Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text)
  if (word !== undefined) return word
  throw new UsageError(`${flag} is ${JSON.stringify(text)}, but must be ${words.join(' or ')}.`)
}

function readWorkers(text: string): number {
  const workers = Number(text)
  if (/^\d+$/.test(text) && workers >= 1 && workers <= MAX_WORKERS) return workers
  throw new UsageError(
    `--workers is ${JSON.stringify(text)}, but must be an integer from 1 to ${MAX_WORKERS}.`,
  )
}

const MAX_WORKERS = 64

/** Several workers are several processes: what belongs to one alone, they can't have. */
function requireWorkable(isShared: boolean, isApiOnly: boolean, hasChains: boolean): void {
  if (!isShared)
    throw new UsageError(
      '--workers needs DATABASE_URL and REDIS_URL: a SQLite file and counters in memory belong to one process.',
    )
  if (!isApiOnly)
    throw new UsageError(
      '--workers needs --api-only: serve the app from a web server (--hosting prints its configuration).',
    )
  if (hasChains)
    throw new UsageError(
      'Use --workers or --chains, not both: the embedded networks run in one process.',
    )
}

const DEFAULT_PROCESSES = ['127.0.0.1:4310', '127.0.0.1:4311']

function readProcess(text: string): string {
  if (/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(text)) return text
  throw new UsageError(`--process is ${JSON.stringify(text)}, but must be HOST:PORT.`)
}

function readRate(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new UsageError(
    `--rate is ${JSON.stringify(text)}, but must be an integer of tokens per second, or 0 for no delay.`,
  )
}

function originOf(flag: string, text: string): string {
  const origin = readOrigin(text)
  if (!origin.ok) throw new UsageError(`${flag} ${text}: ${origin.message}`)
  return origin.origin
}

/** Servers as `URL` or `NAME=URL`; a name goes before the ids of the server's models. */
function readUpstreams(texts: readonly string[], env: Environment): UpstreamEndpoint[] {
  const upstreams = texts.map((text): UpstreamEndpoint => {
    const [, name, url = text] = /^([a-z][a-z\d-]{0,31})=(.*)$/i.exec(text) ?? []
    return {
      ...given({ name }),
      baseUrl: readBase('--upstream', url),
      key: env[keyVariable(name)],
      headers: readHeaders(headersVariable(name), env),
    }
  })
  const names = upstreams.map(({ name }) => name?.toLowerCase())
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined)
    throw new UsageError(`--upstream has the name ${repeated} twice. Give each server its own.`)
  if (names.filter((name) => name === undefined).length > 1)
    throw new UsageError('Several --upstream servers need a name each: --upstream NAME=URL.')
  return upstreams
}

function readMcpServers(
  texts: readonly string[],
  variables: readonly string[],
  env: Environment,
): BridgedServer[] {
  try {
    return readBridgedServers(texts, variables, env)
  } catch (error) {
    throw new UsageError(errorMessage(error))
  }
}

/** Programs of this computer are started for the person at it, and for nobody else. */
function requireThisComputer(host: string, publicUrl: string | undefined, workers: number): void {
  if (!['127.0.0.1', '::1', 'localhost'].includes(host) || publicUrl !== undefined || workers > 1)
    throw new UsageError(
      '--mcp is for this computer only: use it without --host, --public-url and --workers.',
    )
}

/** Headers from a variable that may hold keys, so that messages do not repeat it. */
function readHeaders(variable: string, env: Environment): Record<string, string> {
  const text = env[variable]
  if (text === undefined || text === '') return {}
  try {
    const given = z.record(z.string(), z.string()).parse(JSON.parse(text))
    return Object.fromEntries(new Headers(given))
  } catch {
    throw new UsageError(`${variable} must be a JSON object of headers, such as {"x-team":"a"}.`)
  }
}

function readBase(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(`${flag} is ${JSON.stringify(text)}, but must be an http(s) URL.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `${flag} must not contain a user name or password; set keys in the environment.`,
    )
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

function oneLine(error: unknown): string {
  const text = errorMessage(error)
  const first = error instanceof UsageError ? text : (text.split('. ')[0] ?? text)
  return `${first.replaceAll('\n', ' ')}${error instanceof UsageError ? '' : '. Use --help to see the flags.'}`
}
