import { type HeaderList } from '../headers/header-list.ts'
import { type RateLimit } from '../headers/rate-limit.ts'
import { type PaymentRequired } from '../wallet/payment/payment-required.ts'
import { type WalletPaymentRequired } from '../wallet/payment/wallet-payment-required.ts'
import { type SignInReason } from './codes.ts'
import { type Issue } from './issues.ts'

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
