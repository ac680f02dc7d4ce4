import type { Exchange } from '../client/exchanges/exchange.ts'
import { codeRequest } from '../inspector/code/code-request.ts'
import { secretOption, shellQuoted } from '../inspector/code/curl.ts'

const MAX_TEST_MS = 5_000

/** What was found out in this page, by exchange: nothing is tested twice. */
const found = new Map<string, Promise<ReachDiagnosis>>()

/** Tests why an exchange got no readable answer; free, without credentials, once for each exchange. */
export function testReach(exchange: Exchange): Promise<ReachDiagnosis> {
  const known = found.get(exchange.id)
  if (known !== undefined) return known
  const testing = testAddress(exchange.request.url)
  found.set(exchange.id, testing)
  return testing
}

/** Tests why no response could be read from a URL; free, without credentials. */
export async function testAddress(target: string): Promise<ReachDiagnosis> {
  const { origin } = new URL(target)
  const [localNetwork, reached] = await Promise.all([localNetworkPermission(), reach(origin)])
  const { href: page } = location
  return diagnoseReach({ page, target, onLine: navigator.onLine, localNetwork, ...reached })
}

/**
 * Without CORS an answer may be had, though not read: whether there is one is all that is asked. On a web
 * server of somebody else the page does not know its own policy; the browser says when it forbids this.
 */
async function reach(origin: string): Promise<Pick<ReachFacts, 'answers' | 'allowedByPolicy'>> {
  let allowedByPolicy = true
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && originOf(blockedURI) === origin)
      allowedByPolicy = false
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  const answers = await fetch(origin, {
    method: 'HEAD',
    mode: 'no-cors',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(MAX_TEST_MS),
  }).then(
    () => true,
    // The browser may say it a turn after the request has failed.
    () => new Promise<boolean>((resolve) => setTimeout(resolve, 0, false)),
  )
  document.removeEventListener('securitypolicyviolation', onViolation)
  return { answers, allowedByPolicy }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/** Browsers that guard the local network know this permission by one of these names. */
const PERMISSIONS = ['local-network-access', 'loopback-network', 'local-network']

async function localNetworkPermission(): Promise<ReachFacts['localNetwork']> {
  for (const name of PERMISSIONS)
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName })
      return state
    } catch {
      // This browser does not know the name.
    }
  return undefined
}

/**
 * A curl that asks an API for its models, which is free, as a page of an origin would: it shows
 * whether anything answers, and whether the answer allows web pages. It holds no secret.
 */
export function curlTest(exchange: Exchange, pageOrigin: string): string {
  const { baseUrl, secrets } = codeRequest(exchange)
  const key = secrets.find(({ name }) => name === 'Authorization')
  return [
    `curl --include ${shellQuoted(`${baseUrl}/models`)}`,
    `--header ${shellQuoted(`Origin: ${pageOrigin}`)}`,
    ...(key === undefined ? [] : [secretOption(key)]),
  ].join(' \\\n  ')
}

/** What is known about a request that got no readable answer. */
export interface ReachFacts {
  /** Address of the page, and of what it asked. */
  page: string
  target: string
  onLine: boolean
  /** Whether the page's own policy lists the target. */
  allowedByPolicy: boolean
  /** What the browser says about reaching this machine or the local network; undefined: not asked for. */
  localNetwork?: 'granted' | 'denied' | 'prompt' | undefined
  /** Whether anything answers there at all, seen without reading it. */
  answers: boolean
}

/** Why no answer could be read. */
export type ReachCause =
  | 'offline'
  | 'blocked_by_policy'
  | 'mixed_content'
  | 'local_network'
  | 'cors'
  | 'answers_again'
  | 'unreachable'

/** A cause in words, and what was tested to find it. */
export interface ReachDiagnosis {
  cause: ReachCause
  words: string
  /** What else it takes to fix it. */
  fix?: string
  tested: readonly { what: string; result: string }[]
}

/** Finds the first cause that explains everything seen. */
export function diagnoseReach(facts: ReachFacts): ReachDiagnosis {
  const cause = causeOf(facts)
  const { origin } = new URL(facts.target)
  const { origin: page } = new URL(facts.page)
  return {
    cause,
    words: wordsOf(cause, origin, page),
    ...(cause === 'cors' && {
      fix: `It must send Access-Control-Allow-Origin: ${page} and allow Authorization and Content-Type.`,
    }),
    tested: [
      { what: 'Network', result: facts.onLine ? 'online' : 'offline' },
      {
        what: 'Content Security Policy (connect-src)',
        result: `${facts.allowedByPolicy ? 'includes' : "doesn't include"} ${origin}`,
      },
      { what: 'Mixed content (HTTP from an HTTPS page)', result: isMixed(facts) ? 'yes' : 'no' },
      { what: 'Local network access', result: facts.localNetwork ?? 'not required' },
      { what: `HEAD ${origin} (no-cors)`, result: facts.answers ? 'response' : 'no response' },
    ],
  }
}

function causeOf(facts: ReachFacts): ReachCause {
  const page = new URL(facts.page)
  const target = new URL(facts.target)
  if (facts.answers) return page.origin === target.origin ? 'answers_again' : 'cors'
  if (!facts.allowedByPolicy) return 'blocked_by_policy'
  if (!facts.onLine && !isThisMachine(target)) return 'offline'
  const asks = facts.localNetwork === 'denied' || facts.localNetwork === 'prompt'
  const isKept = asks && isLocal(target) && !isLocal(page)
  if (isKept && (!isMixed(facts) || isThisMachine(target))) return 'local_network'
  return isMixed(facts) ? 'mixed_content' : 'unreachable'
}

function wordsOf(cause: ReachCause, origin: string, page: string): string {
  switch (cause) {
    case 'offline':
      return 'This device is offline. Retry when it is back online.'
    case 'blocked_by_policy':
      return `CSP doesn't include ${origin}. The host of this page has to add it to connect-src.`
    case 'mixed_content':
      return isThisMachine(new URL(origin))
        ? `No response from ${origin}. Start it, or open this page over HTTP (mixed content).`
        : `Mixed content: HTTPS pages can't call ${origin}. Use HTTPS, or open this page over HTTP.`
    case 'local_network':
      return `Blocked by the browser. Allow “Local network access” for ${page} in the site settings.`
    case 'cors':
      return `${origin} responds but blocks cross-origin requests (CORS).`
    case 'answers_again':
      return `${origin} responds now. The connection was interrupted: retry.`
    case 'unreachable':
      return `No response from ${origin}. Start it, or correct the URL in Connection.`
  }
}

/** No browser lets a secure page ask over http, but for this machine, which most except. */
function isMixed({ page, target }: ReachFacts): boolean {
  return page.startsWith('https:') && target.startsWith('http:')
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function isLocal(url: URL): boolean {
  const { hostname } = url
  return (
    isThisMachine(url) ||
    /^(?:10(\.\d+){3}|192\.168(\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2})$/.test(
      hostname,
    ) ||
    hostname.endsWith('.local') ||
    /^\[f[cde]/.test(hostname)
  )
}
