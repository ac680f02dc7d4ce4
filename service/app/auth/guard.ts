import type { MiddlewareHandler } from 'hono'

import { exposedHeaders } from '../../../contract/headers/catalogue.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import type { AppContext, AppEnvironment } from '../http/app-environment.ts'
import { respond, setHeaders, varyBy } from '../http/respond.ts'
import { bracketed, isWildcard } from './discovery.ts'

/** What the guard looks at. Absent headers are undefined. */
export interface GuardedRequest {
  method: string
  host: string | undefined
  /** The host of the address asked for: the target's own, where it names one, else that of `Host`. */
  target?: string | undefined
  /** How many headers the request has; one of them being dropped could be the one that matters. */
  headerCount?: number
  origin: string | undefined
  fetchSite: string | undefined
}

/** Whom the service answers. */
export interface GuardRules {
  /** The address the service listens on. */
  host: string
  port: number
  /** The origin under which a proxy offers the service. */
  publicOrigin?: string | undefined
  /** Foreign web origins that may call the API (`--allow-origin`). */
  allowedOrigins: readonly string[]
}

/** Why a request is refused. */
export interface Refusal {
  status: 403 | 421 | 431
  message: string
}

/** Headers of a request at most. */
export const MAX_HEADERS = 100

/** What the guard looks at of a request. */
export function guardedRequest(context: AppContext): GuardedRequest {
  const target = hostOf(context.req.url)
  return {
    method: context.req.method,
    host: context.req.header('host') ?? target,
    target,
    headerCount: context.env?.connection?.headerCount ?? 0,
    origin: context.req.header('origin'),
    fetchSite: context.req.header('sec-fetch-site'),
  }
}

/** The host of a URL, which is normalized: without a user name it is what is between the slashes. */
function hostOf(url: string): string {
  const start = url.indexOf('//') + 2
  const host = url.slice(start, url.indexOf('/', start))
  return host.includes('@') ? new URL(url).host : host
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Keeps other websites away from the local service: a `Host` that is not ours (a rebound name) is
 * 421 in the header and in the target alike, a foreign `Origin` is 403, and so is an unsafe method that a browser says came from another
 * site. Programs outside a browser send neither `Origin` nor `Sec-Fetch-Site` and pass.
 */
export function checkRequest(request: GuardedRequest, rules: GuardRules): Refusal | undefined {
  const { method, host, target = host, origin, fetchSite, headerCount = 0 } = request
  if (headerCount > MAX_HEADERS)
    return { status: 431, message: `The request has more than ${MAX_HEADERS} headers.` }
  if (![host, target].every((name) => name !== undefined && isOwnHost(name.toLowerCase(), rules)))
    return { status: 421, message: 'Unknown host name for this service.' }
  if (origin !== undefined && rules.allowedOrigins.includes(origin)) return undefined
  if (origin !== undefined && !isOwnOrigin(origin, rules))
    return {
      status: 403,
      message: 'Origin not allowed. Start the service with --allow-origin to allow it.',
    }
  if (SAFE_METHODS.has(method) || fetchSite === undefined) return undefined
  if (fetchSite === 'same-origin' || fetchSite === 'none') return undefined
  return { status: 403, message: 'Cross-site request blocked.' }
}

/** True when a web origin is this service itself. */
export function isOwnOrigin(origin: string, rules: GuardRules): boolean {
  if (origin === rules.publicOrigin) return true
  return origin.startsWith('http://') && isOwnHost(origin.slice('http://'.length), rules)
}

function isOwnHost(host: string, { host: listening, port, publicOrigin }: GuardRules): boolean {
  if (publicOrigin !== undefined && host === new URL(publicOrigin).host) return true
  const { name, port: asked } = splitHost(host)
  if (asked === port && (LOOPBACK.includes(name) || name === bracketed(listening.toLowerCase())))
    return true
  // Listening everywhere was asked for: a name could be rebound to us, a literal address cannot.
  return isWildcard(listening) && isAddress(name.replace(/^\[|\]$/g, ''))
}

/** True for an IPv4 or IPv6 address as it is usually written, without brackets. */
function isAddress(text: string): boolean {
  if (text.includes(':')) return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)
  // Spelled any other way it would be a name for an address, and the parser would spell it so.
  return (
    /^[\d.]+$/.test(text) &&
    URL.canParse(`http://${text}`) &&
    new URL(`http://${text}`).hostname === text
  )
}

function splitHost(host: string): { name: string; port: number } {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? []
  return { name, port: port === undefined ? 80 : Number(port) }
}

const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'sign-in-with-x',
  'x-sign-in-with-x',
  'payment-signature',
  'x-402-payment',
  'x-payment',
  'x-vendor-tee-client-pub-key',
  'x-vendor-tee-model-pub-key',
  'x-vendor-tee-signing-algo',
  'x-vendor-request-timestamp-ms',
  'x-vendor-middleface-version',
  'x-vendor-mobile-version',
  'access-control-expose-headers',
]

/**
 * Lets pages of the allowed origins call the API and read every header of the contract. The guard
 * before it has refused all other pages.
 */
export function cors(allowedOrigins: readonly string[]): MiddlewareHandler<AppEnvironment> {
  const exposed = exposedHeaders(NEUTRAL_PROVIDER_NAME).join(',')
  return async (context, next) => {
    const origin = context.req.header('origin')
    if (origin !== undefined && allowedOrigins.includes(origin))
      setHeaders(context, { 'access-control-allow-origin': origin })
    setHeaders(context, { 'access-control-expose-headers': exposed })
    varyBy(context, 'Origin')
    if (context.req.method !== 'OPTIONS') return next()
    setHeaders(context, {
      'access-control-max-age': '600',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': REQUEST_HEADERS.join(','),
    })
    varyBy(context, 'Access-Control-Request-Headers')
    return respond(context, null, 204)
  }
}
