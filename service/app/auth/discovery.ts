import { encodeBase64Json } from '../../../contract/encoding/bytes.ts'
import { SUGGESTED_TOP_UP_MICRO_USD } from '../../../contract/limits/sizes.ts'
import { SIGN_IN_EXTENSION } from '../../../contract/wallet/payment/payment-required.ts'
import { HttpError } from '../http/http-error.ts'
import { type PaymentRails, waysToPay } from '../money/payments/payment-rails.ts'
import { PROOF_SCHEMA, signInChallenge } from './sign-in/sign-in-challenge.ts'

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
