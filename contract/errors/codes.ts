/** What a published error code means. */
export interface ErrorCode {
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
  INVALID_MODEL: { status: 400, meaning: 'The model cannot be used for this operation.' },
  CORRUPTED_IMAGE: { status: 400, meaning: 'The image cannot be decoded.' },
  IMAGE_TOO_SMALL: { status: 400, meaning: 'The image has fewer pixels than the minimum.' },
  TOO_MANY_TOKENS: { status: 400, meaning: 'The conversation does not fit the model.' },
  PAYMENT_HEADER_NOT_ACCEPTED: {
    status: 400,
    meaning: 'Only the top-up accepts a payment header.',
  },
  context_length_exceeded: { status: 400, meaning: 'The conversation does not fit the model.' },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'The key or the sign-in was not accepted.' },
  X402_INVALID_SIGN_IN: { status: 401, meaning: 'The wallet sign-in was not accepted.' },
  PRO_ONLY_MODEL: { status: 401, meaning: 'Only Pro users may use this model.' },
  INSUFFICIENT_BALANCE: { status: 402, meaning: 'The balance does not cover the request.' },
  API_KEY_DIEM_SPEND_LIMIT_EXCEEDED: { status: 402, meaning: "The key's DIEM limit is used up." },
  API_KEY_USD_SPEND_LIMIT_EXCEEDED: { status: 402, meaning: "The key's USD limit is used up." },
  PAYMENT_REQUIRED: { status: 402, meaning: "The wallet's credit does not cover the request." },
  UNAUTHORIZED: { status: 403, meaning: 'The credentials do not allow this operation.' },
  API_ACCESS_DISABLED: { status: 403, meaning: 'The account may not use the API.' },
  X402_WALLET_MISMATCH: { status: 403, meaning: 'The signed wallet is not the requested wallet.' },
  CHARACTER_NOT_FOUND: { status: 404, meaning: 'There is no character with this slug.' },
  MODEL_NOT_FOUND: { status: 404, meaning: 'There is no model with this id.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body or file exceeds the size limit.' },
  INVALID_CONTENT_TYPE: { status: 415, meaning: 'The body has a content type not accepted here.' },
  IMAGE_TOO_LARGE: { status: 422, meaning: 'The image has more pixels than the maximum.' },
  CONTENT_POLICY_VIOLATION: { status: 422, meaning: 'The content policy refuses the prompt.' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'More requests or tokens than the window allows.' },
  MODEL_OVERLOADED: { status: 429, meaning: 'The model has more requests than it can serve.' },
  X402_CONCURRENCY_LIMIT: { status: 429, meaning: 'The wallet has five requests open already.' },
  INFERENCE_FAILED: { status: 500, meaning: 'The model failed to produce an answer.' },
  IMAGE_EDIT_ERROR: { status: 500, meaning: 'The image could not be edited.' },
  UNKNOWN_ERROR: { status: 500, meaning: 'The service failed for an unknown reason.' },
  TEE_ATTESTATION_FAILED: { status: 502, meaning: 'The enclave gave no valid attestation.' },
  TEE_SIGNATURE_FAILED: { status: 502, meaning: 'The enclave gave no valid signature.' },
  MODEL_OFFLINE: { status: 503, meaning: 'The model is offline.' },
  MODEL_AT_CAPACITY: { status: 503, meaning: 'The model is at capacity.' },
  REQUEST_TIMEOUT: { status: 504, meaning: 'The request took too long.' },
}

/** Codes of a refused top-up. In its body `error` is the code and `message` the words. */
export const TOP_UP_ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_PAYMENT_FORMAT: { status: 400, meaning: 'The payment header cannot be decoded.' },
  INVALID_PAYMENT: { status: 400, meaning: 'The payment is not valid.' },
  UNSUPPORTED_NETWORK: { status: 400, meaning: 'Payments on this network are not accepted.' },
  INVALID_PAYMENT_RECIPIENT: { status: 400, meaning: 'The payment goes to another address.' },
  UNSUPPORTED_TOKEN: { status: 400, meaning: 'Only USDC is accepted.' },
  UNSUPPORTED_SCHEME: { status: 400, meaning: 'Only the scheme "exact" is accepted.' },
  INVALID_AMOUNT: { status: 400, meaning: 'The amount is not a whole number of atomic units.' },
  INVALID_PAYMENT_PAYER: { status: 400, meaning: 'The payer cannot be established.' },
  AMOUNT_TOO_LOW: { status: 400, meaning: 'The amount is below the minimum of 5 USD.' },
  AMOUNT_TOO_HIGH: { status: 400, meaning: 'The amount is above the maximum of 10,000 USD.' },
  PAYMENT_VERIFICATION_FAILED: { status: 400, meaning: 'The signed payment did not verify.' },
  SETTLEMENT_FAILED: { status: 402, meaning: 'The payment was not carried out. No funds moved.' },
  PAYMENT_IN_PROGRESS: { status: 409, meaning: 'The same payment is being settled now.' },
  X402_NOT_CONFIGURED: { status: 503, meaning: 'The service does not take wallet payments.' },
  SETTLEMENT_TIMEOUT: { status: 504, meaning: 'Settlement took too long. It may still land.' },
}

/** Why a wallet sign-in was refused: the part after `X402_SIGN_IN_`. */
export const SIGN_IN_REASONS = {
  INVALID_PAYLOAD: 'The header does not hold a sign-in.',
  PARSE_ERROR: 'The header cannot be decoded.',
  INVALID_MESSAGE: 'The signed text is not a sign-in message.',
  ADDRESS_MISMATCH: 'The signed text names another wallet.',
  INVALID_CHAIN_ID: 'The chain id is not readable.',
  CHAIN_MISMATCH: 'The signed text names another chain.',
  UNSUPPORTED_CHAIN: 'This chain cannot be used to sign in.',
  MISSING_NONCE: 'The signed text has no nonce.',
  DOMAIN_MISMATCH: 'The signed text names another service.',
  TIMESTAMP_MISMATCH: 'The timestamp differs from the signed time.',
  EXPIRED: 'The sign-in is older than five minutes.',
  FUTURE_TIMESTAMP: 'The sign-in is dated in the future: check the clock of this computer.',
  NOT_BEFORE: 'The sign-in is not valid yet.',
  INVALID_SIGNATURE: 'The signature does not belong to the text and wallet.',
  INVALID_WALLET: 'The wallet address is not valid.',
  NONCE_REUSED: 'The sign-in was used before. Each one works once.',
} as const

/** Why a wallet sign-in was refused. */
export type SignInReason = keyof typeof SIGN_IN_REASONS

/** The reason in a code such as `X402_SIGN_IN_EXPIRED`; undefined for every other code. */
export function signInReasonOf(code: string | undefined): SignInReason | undefined {
  const name = code?.startsWith('X402_SIGN_IN_') ? code.slice('X402_SIGN_IN_'.length) : ''
  return Object.hasOwn(SIGN_IN_REASONS, name) ? (name as SignInReason) : undefined
}
