import type { PaymentNetwork } from './networks.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'
import type { SignInFields } from './sign-in-text.ts'

/** Something a challenge says that isn't as expected. */
export interface ChallengeFinding {
  readonly field: string
  readonly found: string
  readonly expected: string
}

/** How long a sign-in of this page is good for, ms. */
const SIGN_IN_LIFE_MS = 4 * 60_000

/** How far the clocks of an API and of this computer may be apart, ms. */
const MAX_SKEW_MS = 300_000

/**
 * What of a challenge shows another host than `host`, that of the API with its port: then nothing may be signed.
 * Empty when nothing does. Never throws.
 */
export function foreignHosts({ info }: SignInChallenge, host: string): ChallengeFinding[] {
  const { domain, uri } = info
  return findings([
    ['domain', domain === undefined || domain === host, domain, host],
    ['uri', uri === undefined || hostOf(uri) === host, uri, `an address on ${host}`],
  ])
}

/**
 * What else is odd about a challenge, to be noted: a sign-in takes nothing from it, so nothing of this stands in its
 * way. Never throws.
 */
export function challengeOddities(
  { info, supportedChains: chains = [] }: SignInChallenge,
  { network, nowMs }: { network: PaymentNetwork; nowMs: number },
): ChallengeFinding[] {
  const { domain, uri, version, nonce = '', issuedAt = '', expirationTime, notBefore } = info
  const type = network.family === 'evm' ? 'eip191' : 'ed25519'
  const isOffered = chains.some((offer) => offer.chainId === network.id && offer.type === type)
  const ids = chains.map(({ chainId }) => chainId).join(', ')
  const isPast = (text: string) => Date.parse(text) <= nowMs + MAX_SKEW_MS
  const isFuture = (text: string) => Date.parse(text) >= nowMs - MAX_SKEW_MS
  const isLive = expirationTime === undefined || isFuture(expirationTime)
  const hasBegun = notBefore === undefined || isPast(notBefore)
  return findings([
    ['domain', domain !== undefined, domain, 'the host of the API'],
    ['uri', uri !== undefined, uri, 'an address of the API'],
    ['version', version === '1', version, '1'],
    ['nonce', /^[A-Za-z0-9]{8,}$/.test(nonce), nonce, 'letters and digits, at least eight'],
    ['issuedAt', isPast(issuedAt) && isFuture(issuedAt), issuedAt, 'a time about now'],
    ['expirationTime', isLive, expirationTime, 'a time to come'],
    ['notBefore', hasBegun, notBefore, 'a time that has come'],
    ['supportedChains', chains.length === 0 || isOffered, ids, `${network.id} (${type})`],
  ])
}

/** Those of the rows that don't hold. */
function findings(
  rows: readonly [field: string, holds: boolean, found: string | undefined, expected: string][],
): ChallengeFinding[] {
  return rows.flatMap(([field, holds, found = '', expected]) =>
    holds ? [] : [{ field, found: found.slice(0, 120), expected }],
  )
}

/**
 * The fields of a sign-in of this page. Everything in it is ours; nothing comes from a challenge.
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

/** 16 random bytes as hex, new for every signed header. */
export function newNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)))
}

/** Bytes as lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
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
