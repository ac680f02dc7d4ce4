import type { PaymentNetwork } from './networks.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'
import type { SignInFields } from './sign-in-text.ts'

/** Something a challenge says that it must not say. */
export interface ChallengeProblem {
  readonly field: string
  readonly found: string
  readonly expected: string
}

/** Oldest challenge, farthest into the future, and longest life that are taken, ms. */
const MAX_AGE_MS = 300_000
const MAX_SKEW_MS = 30_000
const MAX_LIFE_MS = 24 * 3_600_000

/** How long a sign-in of this page is good for, ms. */
const SIGN_IN_LIFE_MS = 4 * 60_000

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** What is wrong with a sign-in challenge; empty when nothing is. Never throws. */
export function challengeProblems(
  { info, supportedChains }: SignInChallenge,
  expected: {
    /** Host of the API's base address, with its port: the only one that is ever signed for. */
    readonly host: string
    readonly network: PaymentNetwork
    readonly nowMs: number
    /** Nonces that were signed before. */
    readonly usedNonces?: ReadonlySet<string>
  },
): ChallengeProblem[] {
  const { host, network, nowMs, usedNonces } = expected
  const issued = timeOf(info.issuedAt)
  const expires = info.expirationTime === undefined ? undefined : timeOf(info.expirationTime)
  const starts = info.notBefore === undefined ? undefined : timeOf(info.notBefore)
  const problems: ChallengeProblem[] = []
  const require = (holds: boolean, field: string, found: string, wanted: string) => {
    if (!holds) problems.push({ field, found: found.slice(0, 120), expected: wanted })
  }
  require(info.domain === host, 'domain', info.domain, host)
  require(hostOf(info.uri) === host, 'uri', info.uri, `an address on ${host}`)
  require(info.version === '1', 'version', info.version, '1')
  require(/^[A-Za-z0-9]{8,128}$/.test(
    info.nonce,
  ), 'nonce', info.nonce, 'letters and digits, at least eight')
  require(usedNonces?.has(info.nonce) !==
    true, 'nonce', info.nonce, 'one that was not signed before')
  require(issued !== undefined &&
    nowMs - issued <= MAX_AGE_MS &&
    issued - nowMs <=
      MAX_SKEW_MS, 'issuedAt', info.issuedAt, 'a time within the last five minutes by the clock of this computer')
  if (info.expirationTime !== undefined)
    require(expires !== undefined &&
      expires > nowMs &&
      expires - nowMs <=
        MAX_LIFE_MS, 'expirationTime', info.expirationTime, 'a time within the next 24 hours')
  if (info.notBefore !== undefined)
    require(starts !== undefined &&
      starts <= nowMs, 'notBefore', info.notBefore, 'a time that has come')
  for (const field of ['statement', 'requestId'] as const)
    require(!hasControl(info[field] ?? ''), field, 'a line break', 'one line')
  require(!(info.resources ?? []).some(hasControl), 'resources', 'a line break', 'one line each')
  const type = network.family === 'evm' ? 'eip191' : 'ed25519'
  const offers = supportedChains ?? []
  require(offers.length === 0 ||
    offers.some(
      (offer) => offer.chainId === network.id && offer.type === type,
    ), 'supportedChains', offers
    .map(({ chainId }) => chainId)
    .join(', '), `${network.id} (${type})`)
  return problems
}

/**
 * The fields of a sign-in of this page. Everything in it is ours; a challenge lends at most its nonce.
 * `url` is the address of the request that it is for.
 */
export function mintSignIn(given: {
  url: string
  address: string
  network: PaymentNetwork
  nowMs: number
  nonce: string
}): SignInFields {
  const { url, address, network, nowMs, nonce } = given
  const { host, origin, pathname } = new URL(url)
  return {
    domain: host,
    address,
    statement: 'Sign in to the inference API. This costs nothing and moves no funds.',
    uri: origin + pathname,
    version: '1',
    chainId: network.id,
    nonce,
    issuedAt: new Date(nowMs).toISOString(),
    expirationTime: new Date(nowMs + SIGN_IN_LIFE_MS).toISOString(),
  }
}

/** 16 random bytes as hex. */
export function newNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}

/** Bytes as lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function timeOf(text: string): number | undefined {
  const time = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The host of an address that names nobody and hides nothing. */
function hostOf(text: string): string | undefined {
  if (!URL.canParse(text) || hasControl(text)) return undefined
  const url = new URL(text)
  return url.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
    ? url.host
    : undefined
}

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)
}
