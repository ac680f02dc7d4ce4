import { type ServiceError, type ServiceErrorKind, SIGN_IN_REASONS } from './service-error.ts'

/** An error in plain words. */
export interface Advice {
  /** What happened. */
  readonly title: string
  /** What it means. */
  readonly meaning: string
  /** What to press, in words for places without a button. */
  readonly nextStep: string
}

/** What it means and what to press, as one text. */
export function adviceText({ meaning, nextStep }: Omit<Advice, 'title'>): string {
  return `${meaning} ${nextStep}`
}

/** What each kind of error means, as far as nothing more is known of it. */
const ROWS: Readonly<Record<ServiceErrorKind, Advice>> = {
  invalid_request: {
    title: 'Invalid request',
    meaning: 'A field failed validation. Nothing was run and nothing was charged.',
    nextStep: 'Correct the fields above, then retry.',
  },
  authentication_failed: {
    title: 'Invalid API key',
    meaning:
      'The key is missing, mistyped, expired or revoked, or the model requires a Pro account.',
    nextStep: 'Check the key in Connection, or choose another model.',
  },
  pro_only: {
    title: 'Pro account required',
    meaning: "The key is valid, but its account can't use this model.",
    nextStep: 'Choose another model, or use the key of a Pro account.',
  },
  insufficient_balance: {
    title: 'Insufficient balance',
    meaning: "Your balance doesn't cover this request. Nothing was run.",
    nextStep: 'Top up, or choose a cheaper model or a lower token limit.',
  },
  key_limit_reached: {
    title: 'Key spend limit reached',
    meaning: "This API key's own spend limit is used up. Topping up doesn't change it.",
    nextStep: "Raise the key's limit at the provider, wait until it renews, or use another key.",
  },
  payment_discovery: {
    title: 'Authentication required',
    meaning: 'The request had no API key and no wallet sign-in.',
    nextStep: 'Enter a key in Connection, or sign in with a wallet.',
  },
  payment_required: {
    title: 'Insufficient wallet balance',
    meaning: "Your prepaid balance doesn't cover this request. Nothing was run.",
    nextStep: 'Top up, then retry.',
  },
  top_up_requirements: {
    title: 'Payment options',
    meaning: 'The API listed how a top-up can be paid. Nothing was paid.',
    nextStep: 'Choose a network and an amount, then review and sign.',
  },
  settlement_unknown: {
    title: 'Payment pending',
    meaning: 'The API did not confirm the payment. It may still settle.',
    nextStep: "Check the balance. Don't sign another payment.",
  },
  not_found: {
    title: 'Not found',
    meaning: 'No such character or endpoint.',
    nextStep: 'Check the spelling, or choose from the list.',
  },
  model_not_found: {
    title: 'No such model',
    meaning: "This API doesn't have the model. Nothing was run.",
    nextStep: 'Choose a model from the list, or check the spelling.',
  },
  gone: {
    title: 'No longer available',
    meaning: 'The API removed this model or endpoint. Retrying gives the same response.',
    nextStep: 'Choose another model.',
  },
  payload_too_large: {
    title: 'Request too large',
    meaning: 'The body or a file exceeds the size limit.',
    nextStep: 'Shrink or remove an attachment, then retry.',
  },
  unsupported_media_type: {
    title: 'Unsupported content type',
    meaning: "This endpoint doesn't accept a body of this content type.",
    nextStep: 'Send JSON, or a form where a file is uploaded.',
  },
  rate_limited: {
    title: 'Rate limit reached',
    meaning: "You've reached the request or token limit for this window.",
    nextStep: 'Wait until the limit resets, then retry.',
  },
  abuse_blocked: {
    title: 'Temporarily blocked',
    meaning: 'Too many requests failed within 30 seconds, so further ones are refused.',
    nextStep: 'Correct what failed, then retry in 30 seconds.',
  },
  inference_failed: {
    title: 'Model failed',
    meaning: "The API couldn't complete the request.",
    nextStep: 'Retry, or choose another model.',
  },
  bad_gateway: {
    title: 'Bad gateway',
    meaning: 'The API reached the model, but got an invalid response.',
    nextStep: 'Retry, or choose another model.',
  },
  at_capacity: {
    title: 'Model at capacity',
    meaning: 'The model is offline or overloaded.',
    nextStep: 'Choose another model, or retry later.',
  },
  timed_out: {
    title: 'Request timed out',
    meaning: 'The API stopped waiting for the model. Streams have no such limit.',
    nextStep: 'Retry as a stream.',
  },
  sign_in_rejected: {
    title: 'Wallet sign-in rejected',
    meaning: "The signed message couldn't be verified.",
    nextStep: 'Sign in again. Every request requires a new signature.',
  },
  top_up_rejected: {
    title: 'Payment rejected',
    meaning: 'The API verified the payment and rejected it.',
    nextStep: 'Check the balance, then correct the network, amount or wallet.',
  },
  forbidden: {
    title: 'Not allowed',
    meaning: "The credentials are valid, but they don't allow this model or endpoint.",
    nextStep: "Use the owner's credentials in Connection.",
  },
  conflict: {
    title: 'Already in progress',
    meaning: 'The same request is still being processed. You never pay twice.',
    nextStep: "Check the balance. Don't sign another payment.",
  },
  unprocessable: {
    title: 'Content refused',
    meaning: 'A content policy or an image limit refused the request.',
    nextStep: 'Change the prompt or the image, then retry.',
  },
  unknown: {
    title: 'Undocumented status',
    meaning: "The API reference doesn't document this status.",
    nextStep: 'See the response in the Inspector, then retry.',
  },
}

/** Plain words for an error. Says nothing about time left: the page counts `retryAtMs` down. */
export function adviceFor(error: ServiceError): Advice {
  const row = ROWS[error.kind]
  switch (error.kind) {
    case 'sign_in_rejected':
      return error.reason ? { ...row, meaning: SIGN_IN_REASONS[error.reason] } : row
    case 'top_up_rejected':
      if (error.code === 'SETTLEMENT_FAILED') return PAYMENT_FAILED
      return error.code === 'X402_NOT_CONFIGURED' ? NO_WALLET_PAYMENTS : row
    case 'forbidden':
      return /\bprivacy\b|\bprivate\b/i.test(error.message) ? PRIVATE_MODELS_ONLY : row
    case 'conflict':
      return /\balready (?:been )?processed\b/i.test(error.message) ? ALREADY_PROCESSED : row
    case 'unprocessable':
      return error.suggestedPrompt
        ? { ...row, nextStep: 'Use the suggested prompt, or edit your own.' }
        : row
    case 'unknown':
      return { ...row, meaning: `The API reference doesn't document status ${error.status}.` }
    default:
      return row
  }
}

const PRIVATE_MODELS_ONLY: Advice = {
  title: 'Model not allowed for this key',
  meaning: 'The key may use only models of a certain privacy (its modelPrivacy).',
  nextStep: 'Choose a private model, or use another key in Connection.',
}

const ALREADY_PROCESSED: Advice = {
  title: 'Already processed',
  meaning: 'The same request was processed before. You never pay twice.',
  nextStep: 'Check the balance and the payment log.',
}

const PAYMENT_FAILED: Advice = {
  title: 'Payment failed',
  meaning: 'The network rejected the payment. No funds moved.',
  nextStep: 'Check the balance, then top up again.',
}

const NO_WALLET_PAYMENTS: Advice = {
  title: 'Wallet payments are off',
  meaning: "This API doesn't accept wallet payments.",
  nextStep: 'Use an API key in Connection.',
}
