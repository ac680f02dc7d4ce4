import type { HeaderList } from '../headers/header-list.ts'
import type { RateLimit } from '../headers/response-facts.ts'
import type { PaymentRequired, WalletPaymentRequired } from '../wallet/payment/payment-required.ts'
import type { Issue } from './error-body.ts'

/** What every error answer of the service has. */
export interface ServiceErrorBase {
  /** HTTP status; 200 for an error that arrived inside a stream. */
  readonly status: number
  /** Published code, when the body has one. */
  readonly code?: string
  /** The service's own words, or ours when it gave none. At most 2,000 characters. */
  readonly message: string
  /** `CF-RAY`: what support asks for. */
  readonly requestId?: string
  /** The body as it came: parsed JSON, or text. */
  readonly body: unknown
}

/** Every way the service refuses or fails, told apart by `kind` (contract "Errors"). */
export type ServiceError = ServiceErrorBase &
  (
    | { readonly kind: 'invalid_request'; readonly issues: readonly Issue[] }
    | { readonly kind: 'authentication_failed' }
    | { readonly kind: 'pro_only' }
    | { readonly kind: 'sign_in_rejected'; readonly reason?: SignInReason }
    /** 402 of an API key, or of a wallet whose credit is below the price of one job. */
    | { readonly kind: 'insufficient_balance' }
    /** 402 of an API key whose own spend limit is used up: credit does not help. */
    | { readonly kind: 'key_limit_reached' }
    /** 402 of a request without credentials. */
    | { readonly kind: 'payment_discovery'; readonly details: PaymentRequired }
    /** 402 of a signed-in wallet. */
    | { readonly kind: 'payment_required'; readonly details: WalletPaymentRequired }
    /** 402 of a top-up without a payment. */
    | { readonly kind: 'top_up_requirements'; readonly details: PaymentRequired }
    /** A payment that was not accepted or not carried out; `code` says why. */
    | { readonly kind: 'top_up_rejected'; readonly code: string }
    /** A top-up whose outcome is open: it may still land, so nothing new may be signed yet. */
    | { readonly kind: 'settlement_unknown' }
    | { readonly kind: 'forbidden' }
    | { readonly kind: 'not_found' }
    /** The API has no model of that name, whatever status it chose for that. */
    | { readonly kind: 'model_not_found' }
    | { readonly kind: 'conflict' }
    /** What was asked for existed once, and won't come back. */
    | { readonly kind: 'gone' }
    | { readonly kind: 'payload_too_large' }
    | { readonly kind: 'unsupported_media_type' }
    | { readonly kind: 'unprocessable'; readonly suggestedPrompt?: string }
    /** `retryAtMs`: when the service allows the next request, Unix milliseconds. */
    | { readonly kind: 'rate_limited'; readonly retryAtMs?: number; readonly limits?: RateLimit }
    | { readonly kind: 'abuse_blocked'; readonly retryAtMs?: number }
    | { readonly kind: 'inference_failed' }
    | { readonly kind: 'bad_gateway' }
    | { readonly kind: 'at_capacity'; readonly retryAtMs?: number; readonly limits?: RateLimit }
    | { readonly kind: 'timed_out' }
    | { readonly kind: 'unknown' }
  )

/** The discriminator of {@link ServiceError}. */
export type ServiceErrorKind = ServiceError['kind']

/** The answer that an error is read from. */
export interface ErrorAnswer {
  readonly status: number
  /** The readable headers, neutral names. */
  readonly headers: HeaderList
  /** Parsed JSON, or the text when it was not JSON. */
  readonly body: unknown
  /** Path below the base address, such as `/chat/completions`. */
  readonly route: string
  /** When the answer arrived, Unix milliseconds: with it waiting times are worked out. */
  readonly nowMs?: number
}

interface ErrorCode {
  /** Status it is published with. */
  readonly status: number
  readonly meaning: string
}

/**
 * Error codes that the service's documentation names. Most are names in its tables and need not
 * appear in a body, so nothing may depend on finding one.
 */
export const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_REQUEST: { status: 400, meaning: 'The request does not follow the published schema.' },
  INVALID_MODEL: { status: 400, meaning: "The model can't be used with this endpoint." },
  CORRUPTED_IMAGE: { status: 400, meaning: "The image can't be decoded." },
  IMAGE_TOO_SMALL: { status: 400, meaning: 'The image has fewer pixels than the minimum.' },
  TOO_MANY_TOKENS: { status: 400, meaning: "The conversation exceeds the model's context." },
  PAYMENT_HEADER_NOT_ACCEPTED: {
    status: 400,
    meaning: 'Only the top-up endpoint accepts a payment header.',
  },
  context_length_exceeded: {
    status: 400,
    meaning: "The conversation exceeds the model's context.",
  },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'The API key or the sign-in is invalid.' },
  X402_INVALID_SIGN_IN: { status: 401, meaning: 'The wallet sign-in is invalid.' },
  PRO_ONLY_MODEL: { status: 401, meaning: 'This model requires a Pro account.' },
  INSUFFICIENT_BALANCE: { status: 402, meaning: "The balance doesn't cover the request." },
  API_KEY_DIEM_SPEND_LIMIT_EXCEEDED: { status: 402, meaning: "The key's DIEM limit is used up." },
  API_KEY_USD_SPEND_LIMIT_EXCEEDED: { status: 402, meaning: "The key's USD limit is used up." },
  PAYMENT_REQUIRED: { status: 402, meaning: "The wallet balance doesn't cover the request." },
  UNAUTHORIZED: { status: 403, meaning: "The credentials don't allow this endpoint." },
  API_ACCESS_DISABLED: { status: 403, meaning: 'The account has no API access.' },
  X402_WALLET_MISMATCH: { status: 403, meaning: 'The signed wallet is not the requested wallet.' },
  CHARACTER_NOT_FOUND: { status: 404, meaning: 'No character has this slug.' },
  MODEL_NOT_FOUND: { status: 404, meaning: 'No model has this ID.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body or file exceeds the size limit.' },
  INVALID_CONTENT_TYPE: { status: 415, meaning: "The endpoint doesn't accept this content type." },
  IMAGE_TOO_LARGE: { status: 422, meaning: 'The image has more pixels than the maximum.' },
  CONTENT_POLICY_VIOLATION: { status: 422, meaning: 'The content policy refuses the prompt.' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'More requests or tokens than the window allows.' },
  MODEL_OVERLOADED: { status: 429, meaning: 'The model is overloaded.' },
  X402_CONCURRENCY_LIMIT: { status: 429, meaning: 'The wallet has five open requests.' },
  INFERENCE_FAILED: { status: 500, meaning: 'The model failed to generate a response.' },
  IMAGE_EDIT_ERROR: { status: 500, meaning: "The image couldn't be edited." },
  UNKNOWN_ERROR: { status: 500, meaning: 'The service failed for an unknown reason.' },
  TEE_ATTESTATION_FAILED: { status: 502, meaning: 'The enclave returned no valid attestation.' },
  TEE_SIGNATURE_FAILED: { status: 502, meaning: 'The enclave returned no valid signature.' },
  MODEL_OFFLINE: { status: 503, meaning: 'The model is offline.' },
  MODEL_AT_CAPACITY: { status: 503, meaning: 'The model is at capacity.' },
  REQUEST_TIMEOUT: { status: 504, meaning: 'The request timed out.' },
}

/** Codes of a refused top-up. In its body `error` is the code and `message` the words. */
export const TOP_UP_ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_PAYMENT_FORMAT: { status: 400, meaning: "The payment header can't be decoded." },
  INVALID_PAYMENT: { status: 400, meaning: 'Invalid payment.' },
  UNSUPPORTED_NETWORK: { status: 400, meaning: 'Payments on this network are not accepted.' },
  INVALID_PAYMENT_RECIPIENT: { status: 400, meaning: 'The payment has another recipient.' },
  UNSUPPORTED_TOKEN: { status: 400, meaning: 'Only USDC is accepted.' },
  UNSUPPORTED_SCHEME: { status: 400, meaning: 'Only the scheme "exact" is accepted.' },
  INVALID_AMOUNT: { status: 400, meaning: 'The amount is not an integer of atomic units.' },
  INVALID_PAYMENT_PAYER: { status: 400, meaning: "The payer can't be determined." },
  AMOUNT_TOO_LOW: { status: 400, meaning: 'The amount is below the minimum of 5 USD.' },
  AMOUNT_TOO_HIGH: { status: 400, meaning: 'The amount is above the maximum of 10,000 USD.' },
  PAYMENT_VERIFICATION_FAILED: { status: 400, meaning: 'The signed payment failed verification.' },
  SETTLEMENT_FAILED: { status: 402, meaning: 'Settlement failed. No funds moved.' },
  PAYMENT_ID_CONFLICT: { status: 409, meaning: 'The payment identifier names another payment.' },
  PAYMENT_ALREADY_PROCESSED: { status: 409, meaning: 'The payment has already been processed.' },
  PAYMENT_IN_PROGRESS: { status: 409, meaning: 'The same payment is being settled now.' },
  X402_NOT_CONFIGURED: { status: 503, meaning: "The API doesn't accept wallet payments." },
  SETTLEMENT_TIMEOUT: {
    status: 504,
    meaning: 'Settlement timed out. The payment may still go through.',
  },
}

/** Why a wallet sign-in was refused: the part after `X402_SIGN_IN_`. */
export const SIGN_IN_REASONS = {
  INVALID_PAYLOAD: 'The header contains no sign-in.',
  PARSE_ERROR: "The header can't be decoded.",
  INVALID_MESSAGE: 'The signed message is not a sign-in.',
  ADDRESS_MISMATCH: 'The signed message is for another wallet.',
  INVALID_CHAIN_ID: "The chain ID can't be read.",
  CHAIN_MISMATCH: 'The signed message is for another network.',
  UNSUPPORTED_CHAIN: "This network can't be used to sign in.",
  MISSING_NONCE: 'The signed message has no nonce.',
  DOMAIN_MISMATCH: 'The signed message is for another domain.',
  TIMESTAMP_MISMATCH: 'The timestamp differs from the signed one.',
  EXPIRED: 'The sign-in is older than five minutes.',
  FUTURE_TIMESTAMP: "The sign-in is dated in the future. Check this device's clock.",
  NOT_BEFORE: "The sign-in can't be used yet.",
  INVALID_SIGNATURE: "The signature doesn't match the message and wallet.",
  INVALID_WALLET: 'Invalid wallet address.',
  NONCE_REUSED: 'The sign-in was used before. Each one works once.',
} as const

/** Why a wallet sign-in was refused. */
export type SignInReason = keyof typeof SIGN_IN_REASONS

/** The reason in a code such as `X402_SIGN_IN_EXPIRED`; undefined for every other code. */
export function signInReasonOf(code: string | undefined): SignInReason | undefined {
  const name = code?.startsWith('X402_SIGN_IN_') ? code.slice('X402_SIGN_IN_'.length) : ''
  return Object.hasOwn(SIGN_IN_REASONS, name) ? (name as SignInReason) : undefined
}
