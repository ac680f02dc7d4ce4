import type { Exchange } from '../../api/exchange.ts'
import { isAllowedByPage } from '../../api/http.ts'
import { diagnoseReach, type ReachDiagnosis, type ReachFacts } from './reach-diagnosis.ts'

const LONGEST_TEST_MS = 5_000

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

async function testAddress(target: string): Promise<ReachDiagnosis> {
  const { origin } = new URL(target)
  const allowedByPolicy = isAllowedByPage(target)
  const [localNetwork, answers] = await Promise.all([
    localNetworkPermission(),
    allowedByPolicy ? anythingAnswers(origin) : false,
  ])
  const { href: page } = location
  return diagnoseReach({
    page,
    target,
    onLine: navigator.onLine,
    allowedByPolicy,
    localNetwork,
    answers,
  })
}

/** Without CORS an answer may be had, though not read: whether there is one is all that is asked. */
function anythingAnswers(origin: string): Promise<boolean> {
  return fetch(origin, {
    method: 'HEAD',
    mode: 'no-cors',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(LONGEST_TEST_MS),
  }).then(
    () => true,
    () => false,
  )
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
