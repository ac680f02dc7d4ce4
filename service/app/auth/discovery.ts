import { encodeBase64Json, hexOfBytes, randomBytes } from '../../../contract/encoding/bytes.ts'
import { SUGGESTED_TOP_UP_MICRO_USD } from '../../../contract/limits/sizes.ts'
import { SIGN_IN_EXTENSION } from '../../../contract/wallet/payment/payment-required.ts'
import { HttpError } from '../http/http-error.ts'
import { type PaymentRails, waysToPay } from '../money/payments/payment-rails.ts'
import type { SignInChains } from './sign-in/read-sign-in.ts'

/**
 * The 402 of a request without credentials (contract, "402 variants"): ways to pay, a fresh sign-in
 * challenge, and how to use a key instead. The header carries the PaymentRequired object, where
 * every network has its CAIP-2 id; the body names Solana by its short name.
 */
export function discoveryError(
  url: string,
  rails: PaymentRails,
  now: number = Date.now(),
): HttpError {
  const required = paymentRequired(url, rails, 'Authentication required', now)
  const body = {
    ...required,
    accepts: required.accepts.map((requirement, index) => {
      const network = rails.rails[index]?.network
      return network?.family === 'solana'
        ? { ...requirement, network: network.shortName }
        : requirement
    }),
    authOptions: {
      apiKey: { header: 'Authorization: Bearer YOUR_API_KEY' },
      x402Wallet: {
        header: 'SIGN-IN-WITH-X',
        legacyHeader: 'X-Sign-In-With-X',
        topUp: 'POST /api/v1/x402/top-up',
      },
    },
  }
  return new HttpError(402, body, { 'PAYMENT-REQUIRED': encodeBase64Json(required) })
}

/** The 402 of a wallet route without a sign-in: nothing there can be bought, so `accepts` is empty. */
export function signInRequiredError(url: string, rails: PaymentRails): HttpError {
  const required = paymentRequired(url, { ...rails, rails: [] }, 'Sign-in required', Date.now())
  return new HttpError(402, required, { 'PAYMENT-REQUIRED': encodeBase64Json(required) })
}

/** The PaymentRequired object of every operation but the top-up, priced at the suggested amount. */
export function paymentRequired(url: string, rails: PaymentRails, error: string, now: number) {
  return {
    x402Version: 2,
    error,
    resource: { url, description: 'API', mimeType: 'application/json' },
    accepts: waysToPay(rails, SUGGESTED_TOP_UP_MICRO_USD),
    extensions: {
      [SIGN_IN_EXTENSION]: { ...signInChallenge(url, rails, now), schema: PROOF_SCHEMA },
    },
  }
}

/**
 * The domains that a sign-in to this service may name: its own addresses, with and without the port,
 * and the one under which a proxy offers it.
 * `ownAddresses` are those of the machine, for one that listens on all of them. Compared exactly, and
 * never taken from the request's `Host`.
 */
export function serviceDomains(
  host: string,
  port: number,
  publicOrigin: string | undefined,
  ownAddresses: readonly string[],
): ReadonlySet<string> {
  const hosts = ['127.0.0.1', 'localhost', '::1', ...(isWildcard(host) ? ownAddresses : [host])]
  const own = hosts.map(bracketed).flatMap((name) => [`${name}:${port}`, name])
  return new Set(publicOrigin === undefined ? own : [...own, new URL(publicOrigin).host])
}

/** Whether a service listens on every address of its machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** A host as URLs have it: an IPv6 address in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

const SIGN_IN_LIFETIME_MS = 5 * 60_000

/** A fresh sign-in challenge for an address of this service (`extensions["sign-in-with-x"]`). */
export function signInChallenge(
  url: string,
  { evm, solana, likeProvider = false }: SignInChains & { likeProvider?: boolean },
  now: number = Date.now(),
) {
  return {
    info: {
      domain: new URL(url).host,
      uri: url,
      version: '1',
      // The real service's nonces are UUIDs, which EIP-4361 doesn't allow; clients make their own.
      nonce: likeProvider ? crypto.randomUUID() : hexOfBytes(randomBytes(16)),
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + SIGN_IN_LIFETIME_MS).toISOString(),
      statement: 'Sign in to the inference API',
      resources: [url],
      ...(likeProvider ? { notBefore: null, requestId: null } : {}),
    },
    supportedChains: [
      { chainId: evm.id, type: 'eip191' },
      { chainId: evm.id, type: 'eip1271' },
      { chainId: solana.id, type: 'ed25519' },
    ],
  }
}

const PROOF_MEMBERS = [
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'type',
  'nonce',
  'issuedAt',
  'expirationTime',
  'signature',
]

/** The JSON schema of a proof, as the extension carries it beside the challenge. */
const PROOF_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(PROOF_MEMBERS.map((name) => [name, { type: 'string' }])),
  required: PROOF_MEMBERS.filter((name) => !['statement', 'expirationTime'].includes(name)),
}

/**
 * How long a used nonce has to be remembered, ms: past the last moment its sign-in, or its token for a key, could be
 * accepted.
 */
export const NONCE_LIFETIME_MS = 930_000

/** The nonces that sign-ins have used up. */
export interface SignInNonces {
  /** Uses a nonce up; false when the wallet, a normalized address, used it before. Durable when it resolves. */
  use(wallet: string, nonce: string): Promise<boolean>
}
