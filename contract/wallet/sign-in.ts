import { hexOfBytes, randomBytes } from '../encoding/bytes.ts'
import { z } from '../zod.ts'
import { networkOf, type PaymentNetwork } from './networks.ts'
import { type SignInChallenge, signInInfoSchema } from './payment/payment-required.ts'

/** The structured shape of the x402 extension: every field of the text, and its signature. */
export const structuredSignInSchema = z.looseObject({
  ...signInInfoSchema.shape,
  address: z.string(),
  chainId: z.string(),
  type: z.string(),
  signature: z.string(),
})

/** The message shape of the provider: the whole signed text, and its signature. */
const messageSignInSchema = z.looseObject({
  address: z.string(),
  message: z.string(),
  signature: z.string(),
  /** Unix milliseconds; must be within 30 s of the text's `Issued At`. */
  timestamp: z.optional(z.number()),
  chainId: z.union([z.number(), z.string()]),
  /** Left out for EVM. */
  type: z.optional(z.string()),
})

interface SignInProof {
  readonly address: string
  /** CAIP-2 where the chain is known, else as written. */
  readonly chainId: string
  readonly message: string
  /** Hex on EVM; base58 or base64 on Solana. */
  readonly signature: string
  /** Unix milliseconds. */
  readonly timestamp?: number
}

/**
 * The `SIGN-IN-WITH-X` object of a signed text that satisfies services of either shape. Undefined when the
 * fields give no text, see `signInText`.
 */
export function unionSignIn(fields: SignInFields, signature: string) {
  const message = signInText(fields)
  const type = signatureTypeOf(fields.chainId)
  const timestamp = Date.parse(fields.issuedAt)
  if (message === undefined || type === undefined || Number.isNaN(timestamp)) return undefined
  return { ...fields, type, signature, message, timestamp }
}

/**
 * Reads a decoded `SIGN-IN-WITH-X` in either shape. Where the text itself is present it counts; else
 * it is rebuilt from the fields. Undefined when neither shape fits.
 */
export function readSignIn(value: unknown): SignInProof | undefined {
  const whole = messageSignInSchema.safeParse(value).data
  if (whole) {
    const { address, message, signature, timestamp } = whole
    const chainId = networkOf(whole.chainId)?.id ?? String(whole.chainId)
    return { address, chainId, message, signature, ...(timestamp !== undefined && { timestamp }) }
  }
  const fields = structuredSignInSchema.safeParse(value).data
  const message = fields && signInText(fields)
  if (!fields || message === undefined) return undefined
  const { address, chainId, signature } = fields
  return { address, chainId, message, signature }
}

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
  return hexOfBytes(randomBytes(16))
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

/** What a sign-in text says. Times are ISO 8601. */
export interface SignInFields {
  readonly domain: string
  /** EVM address or base58 Solana address. */
  readonly address: string
  readonly statement?: string | undefined
  readonly uri: string
  readonly version: string
  /** CAIP-2: `eip155:8453` or `solana:…`. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** Signature type of a chain: `eip191` on EVM chains, `ed25519` on Solana. */
function signatureTypeOf(chainId: string): 'eip191' | 'ed25519' | undefined {
  if (/^eip155:\d{1,20}$/.test(chainId)) return 'eip191'
  return /^solana:[1-9A-HJ-NP-Za-km-z]{1,32}$/.test(chainId) ? 'ed25519' : undefined
}

/**
 * The text that a wallet signs: EIP-4361 on EVM chains, its Solana sister elsewhere (contract
 * "Authentication"). Undefined when the chain is neither, or when a field holds a line break, which
 * could forge another line.
 */
export function signInText(fields: SignInFields): string | undefined {
  const type = signatureTypeOf(fields.chainId)
  const { resources = [], ...texts } = fields
  if (!type || [...Object.values(texts), ...resources].some(hasLineBreak)) return undefined
  const { statement, expirationTime, notBefore, requestId } = fields
  const account = type === 'eip191' ? 'Ethereum' : 'Solana'
  // Without a statement an EVM text keeps the statement's empty lines and a Solana text does not.
  const middle =
    statement === undefined ? (type === 'eip191' ? ['', ''] : ['']) : ['', statement, '']
  return [
    `${fields.domain} wants you to sign in with your ${account} account:`,
    fields.address,
    ...middle,
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId.slice(fields.chainId.indexOf(':') + 1)}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((uri) => `- ${uri}`)]),
  ].join('\n')
}

function hasLineBreak(value: unknown): boolean {
  return typeof value === 'string' && /[\r\n\u2028\u2029]/.test(value)
}

/** Longest sign-in text that is read, characters. */
const MAX_TEXT_CHARS = 8_192

/**
 * The fields of a signed sign-in text; undefined unless the text is exactly what `signInText` builds
 * from them, so that no line can be read in two ways.
 */
export function parseSignInText(text: string): SignInFields | undefined {
  if (text.length > MAX_TEXT_CHARS) return undefined
  const lines = text.split('\n')
  const [, domain, account] =
    /^(\S+) wants you to sign in with your (Ethereum|Solana) account:$/.exec(lines[0] ?? '') ?? []
  const [, address] = lines
  const start = [3, 4, 5].find((index) => lines[index]?.startsWith('URI: '))
  if (domain === undefined || address === undefined || start === undefined) return undefined
  const rest = lines.slice(start)
  const take = (label: string): string | undefined =>
    rest[0]?.startsWith(`${label}: `) ? rest.shift()?.slice(label.length + 2) : undefined
  const fields: SignInFields = {
    domain,
    address,
    statement: start === 5 ? lines[3] : undefined,
    uri: take('URI') ?? '',
    version: take('Version') ?? '',
    chainId: `${account === 'Ethereum' ? 'eip155' : 'solana'}:${take('Chain ID') ?? ''}`,
    nonce: take('Nonce') ?? '',
    issuedAt: take('Issued At') ?? '',
    expirationTime: take('Expiration Time'),
    notBefore: take('Not Before'),
    requestId: take('Request ID'),
    resources: rest[0] === 'Resources:' ? rest.slice(1).map((line) => line.slice(2)) : undefined,
  }
  return signInText(fields) === text ? fields : undefined
}
