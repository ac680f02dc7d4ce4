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
