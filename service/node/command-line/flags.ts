/** A flag of the command line. */
export interface Flag {
  /** What stands behind it, such as `URL`; a flag without is on or off. */
  readonly value?: string
  /** Whether it may be given more than once. In its variable the values are separated by commas. */
  readonly isList?: true
  /** A single letter for it. */
  readonly short?: string
  /** The environment variable that says the same where the flag is absent. */
  readonly variable?: string
  readonly meaning: string
}

/** Every flag of the service: for reading them, for `--help` and for docs/command-line.md. */
export const FLAGS = {
  port: {
    value: 'N',
    variable: 'VENDOR_PORT',
    meaning: 'port to listen on; default 4310 or the next free one, 0 for any free port',
  },
  host: {
    value: 'ADDRESS',
    variable: 'VENDOR_HOST',
    meaning: 'IP address to listen on; default 127.0.0.1, this computer only',
  },
  data: {
    value: 'DIR',
    variable: 'VENDOR_DATA',
    meaning: 'data directory; default in your user account',
  },
  memory: {
    variable: 'VENDOR_MEMORY',
    meaning: 'keep everything in memory, write nothing to disk',
  },
  json: {
    variable: 'VENDOR_JSON',
    meaning: 'print one line of JSON when ready, and log every request',
  },
  'no-open': { meaning: 'do not open the browser' },
  'api-only': { variable: 'VENDOR_API_ONLY', meaning: 'serve the API without the app' },
  upstream: {
    value: '[NAME=]URL',
    isList: true,
    variable: 'VENDOR_UPSTREAM',
    meaning:
      'forward chat to an OpenAI-compatible server, and list its models beside the built-in ones, as NAME/model',
  },
  relay: {
    value: 'URL',
    variable: 'VENDOR_RELAY',
    meaning: 'forward every API request unchanged to this base URL',
  },
  record: {
    value: 'DIR',
    variable: 'VENDOR_RECORD',
    meaning:
      'write every API request and its response to DIR as HAR, without keys and other secrets',
  },
  replay: {
    value: 'FILE|DIR',
    variable: 'VENDOR_REPLAY',
    meaning: 'respond to API requests from recordings (HAR), with their chunks, times and errors',
  },
  'replay-fast': {
    variable: 'VENDOR_REPLAY_FAST',
    meaning: 'replay without waiting between chunks',
  },
  tier: {
    value: 'default|partner',
    variable: 'VENDOR_TIER',
    meaning: 'rate limits to apply; default: default',
  },
  rate: {
    value: 'N',
    variable: 'VENDOR_RATE',
    meaning: 'tokens per second of the built-in models; default 90, 0 for no delay',
  },
  'like-provider': {
    variable: 'VENDOR_LIKE_PROVIDER',
    meaning:
      'behave as the real service where it differs from its API reference: requests, models, images, search, errors, API keys (DIEM, spend limit, private models), wallets, receipts of top-ups; see docs/sandbox.md',
  },
  'network-ids': {
    value: 'test|mainnet',
    variable: 'VENDOR_NETWORK_IDS',
    meaning: 'network IDs of the embedded chains; default test',
  },
  chains: {
    variable: 'VENDOR_CHAINS',
    meaning: 'run the embedded chains even where other processes share the database',
  },
  'allow-origin': {
    value: 'ORIGIN',
    isList: true,
    variable: 'VENDOR_ALLOW_ORIGIN',
    meaning: 'let pages of another origin call the API (CORS)',
  },
  'allow-api': {
    value: 'ORIGIN',
    isList: true,
    variable: 'VENDOR_ALLOW_API',
    meaning: 'let the page call another API (adds it to connect-src)',
  },
  mcp: {
    value: 'NAME=COMMAND',
    isList: true,
    variable: 'VENDOR_MCP',
    meaning:
      'let the page use an MCP server of this computer, which the command starts without a shell; see docs/tools.md',
  },
  'mcp-env': {
    value: 'NAME=VARIABLE',
    isList: true,
    variable: 'VENDOR_MCP_ENV',
    meaning: 'pass a variable of the environment on to that server; else only PATH, HOME and LANG',
  },
  'public-url': {
    value: 'URL',
    variable: 'VENDOR_PUBLIC_URL',
    meaning: 'public URL of the reverse proxy in front of the service',
  },
  'trust-proxy': {
    variable: 'VENDOR_TRUST_PROXY',
    meaning: 'trust the X-Forwarded-For header of the nearest proxy',
  },
  hosting: {
    value: 'nginx|caddy',
    meaning: 'print a reverse proxy configuration for several processes, and exit',
  },
  process: { value: 'HOST:PORT', isList: true, meaning: 'a process for --hosting to list' },
  workers: {
    value: 'N',
    variable: 'VENDOR_WORKERS',
    meaning:
      'processes behind the one port, such as one per core; needs --api-only, DATABASE_URL and REDIS_URL',
  },
  help: { short: 'h', meaning: 'print this help, and exit' },
} as const satisfies Readonly<Record<string, Flag>>

export type FlagName = keyof typeof FLAGS

/** What comes from the environment only, because it is secret or the same for many processes. */
export const SETTINGS = {
  VENDOR_API_KEYS: 'additional API keys, separated by commas; stored as hashes',
  VENDOR_UPSTREAM_KEY: 'API key for --upstream URL',
  VENDOR_UPSTREAM_KEY_NAME: 'API key for --upstream NAME=URL, with the name in capitals',
  VENDOR_UPSTREAM_HEADERS: 'more headers for --upstream URL, as a JSON object',
  VENDOR_UPSTREAM_HEADERS_NAME: 'more headers for --upstream NAME=URL, as a JSON object',
  VENDOR_FACILITATOR_URL: 'x402 facilitator that settles payments on public networks',
  VENDOR_PAY_TO_EVM: 'wallet address that receives such payments on Base',
  VENDOR_PAY_TO_SOLANA: 'recipient of such payments on Solana',
  VENDOR_SOLANA_FEE_PAYER: 'account of the facilitator that pays network fees on Solana',
  DATABASE_URL: 'Postgres database that several processes share',
  REDIS_URL: 'Redis server that several processes share',
} as const

export type SettingName = keyof typeof SETTINGS

/** The environment as `process.env` gives it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable of the environment; an empty one is none. */
export function settingOf(env: Environment, name: SettingName): string | undefined {
  return env[name] === '' ? undefined : env[name]
}

/** All flags in the same form, in the order of the table. */
export function flagList(): (Flag & { name: string })[] {
  return Object.entries<Flag>(FLAGS).map(([name, flag]) => ({ ...flag, name }))
}

/** How a flag is written: `--port N`. */
export function spelling({ name, value, isList }: Flag & { name: string }): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}${isList ? ' …' : ''}`
}
