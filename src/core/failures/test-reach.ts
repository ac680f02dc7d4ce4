import type { Exchange } from '../client/exchanges/exchange.ts'
import { codeRequest } from '../inspector/code/code-request.ts'
import { secretOption, shellQuoted } from '../inspector/code/curl.ts'
import { diagnoseReach, type ReachDiagnosis, type ReachFacts } from './reach-diagnosis.ts'

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
