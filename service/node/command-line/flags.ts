/** A flag of the command line. */
export interface Flag {
  /** What stands behind it, such as `URL`; a flag without is on or off. */
  readonly value?: string
  /** Whether it may be given more than once. In its variable the values stand apart by commas. */
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
    meaning: 'listen on this port; 4310 or the next free one by default, 0 takes any',
  },
  host: {
    value: 'ADDRESS',
    variable: 'VENDOR_HOST',
    meaning: 'listen on this address; 127.0.0.1 by default: this machine only',
  },
  data: { value: 'DIR', variable: 'VENDOR_DATA', meaning: 'keep the ledger, keys and chains here' },
  memory: { variable: 'VENDOR_MEMORY', meaning: 'keep everything in memory and nothing on disk' },
  json: {
    variable: 'VENDOR_JSON',
    meaning: 'print one line of JSON when ready, and log every request',
  },
  'api-only': { variable: 'VENDOR_API_ONLY', meaning: 'serve the API without the app' },
  upstream: {
    value: 'URL',
    variable: 'VENDOR_UPSTREAM',
    meaning: 'forward chat to an OpenAI-compatible server',
  },
  relay: {
    value: 'URL',
    variable: 'VENDOR_RELAY',
    meaning: 'pass everything through to the real service',
  },
  tier: { value: 'default|partner', variable: 'VENDOR_TIER', meaning: 'whose rate limits apply' },
  rate: {
    value: 'N',
    variable: 'VENDOR_RATE',
    meaning: 'tokens per second of the built-in models; 90 by default, 0 for no pause',
  },
  'network-ids': {
    value: 'test|mainnet',
    variable: 'VENDOR_NETWORK_IDS',
    meaning: 'which network ids the embedded chains carry; test by default',
  },
  chains: {
    variable: 'VENDOR_CHAINS',
    meaning: 'run the embedded chains although other processes use the same database',
  },
  'allow-origin': {
    value: 'ORIGIN',
    isList: true,
    variable: 'VENDOR_ALLOW_ORIGIN',
    meaning: 'let another website use the API (CORS)',
  },
  'allow-api': {
    value: 'ORIGIN',
    isList: true,
    variable: 'VENDOR_ALLOW_API',
    meaning: 'let the page contact another API',
  },
  walletconnect: {
    value: 'PROJECT_ID',
    variable: 'VENDOR_WALLETCONNECT',
    meaning: 'offer phone wallets through WalletConnect; off by default',
  },
  'walletconnect-relay': {
    value: 'URL',
    variable: 'VENDOR_WALLETCONNECT_RELAY',
    meaning: 'another relay than wss://relay.walletconnect.org',
  },
  'public-url': {
    value: 'URL',
    variable: 'VENDOR_PUBLIC_URL',
    meaning: 'the address under which a proxy offers it',
  },
  'trust-proxy': {
    variable: 'VENDOR_TRUST_PROXY',
    meaning: 'believe the nearest proxy about callers’ addresses',
  },
  hosting: {
    value: 'nginx|caddy',
    meaning: 'print the configuration of a web server before several processes, and stop',
  },
  process: { value: 'HOST:PORT', isList: true, meaning: 'a process that this configuration names' },
  help: { short: 'h', meaning: 'print this, and stop' },
} as const satisfies Readonly<Record<string, Flag>>

export type FlagName = keyof typeof FLAGS

/** What comes from the environment only, because it is secret or the same for many processes. */
export const SETTINGS = {
  VENDOR_API_KEYS: 'further keys for people, apart by commas; each is kept hashed',
  VENDOR_UPSTREAM_KEY: 'the key for --upstream',
  VENDOR_FACILITATOR_URL: 'settles payments on public chains',
  VENDOR_PAY_TO_EVM: 'the address that such payments go to on Base',
  VENDOR_PAY_TO_SOLANA: 'the owner that such payments go to on Solana',
  VENDOR_SOLANA_FEE_PAYER: 'the facilitator’s account that pays network fees on Solana',
  DATABASE_URL: 'the Postgres that several processes share',
  REDIS_URL: 'the Redis that several processes share',
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
