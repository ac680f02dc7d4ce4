import { type ServiceError, SIGN_IN_REASONS } from './service-error.ts'

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

/** Plain words for an error. Says nothing about time left: the page counts `retryAtMs` down. */
export function adviceFor(error: ServiceError): Advice {
  switch (error.kind) {
    case 'invalid_request':
      return {
        title: 'Invalid request',
        meaning: 'A field failed validation. Nothing was run and nothing was charged.',
        nextStep: 'Correct the fields above, then retry.',
      }
    case 'authentication_failed':
      return {
        title: 'Invalid API key',
        meaning:
          'The key is missing, mistyped, expired or revoked, or the model requires a Pro account.',
        nextStep: 'Check the key in Connection, or choose another model.',
      }
    case 'pro_only':
      return {
        title: 'Pro account required',
        meaning: "The key is valid, but its account can't use this model.",
        nextStep: 'Choose another model, or use the key of a Pro account.',
      }
    case 'sign_in_rejected':
      return {
        title: 'Wallet sign-in rejected',
        meaning: error.reason
          ? SIGN_IN_REASONS[error.reason]
          : "The signed message couldn't be verified.",
        nextStep: 'Sign in again. Every request requires a new signature.',
      }
    case 'insufficient_balance':
      return {
        title: 'Insufficient balance',
        meaning: "Your balance doesn't cover this request. Nothing was run.",
        nextStep: 'Top up, or choose a cheaper model or a lower token limit.',
      }
    case 'key_limit_reached':
      return {
        title: 'Key spend limit reached',
        meaning: "This API key's own spend limit is used up. Topping up doesn't change it.",
        nextStep:
          "Raise the key's limit at the provider, wait until it renews, or use another key.",
      }
    case 'payment_discovery':
      return {
        title: 'Authentication required',
        meaning: 'The request had no API key and no wallet sign-in.',
        nextStep: 'Enter a key in Connection, or sign in with a wallet.',
      }
    case 'payment_required':
      return {
        title: 'Insufficient wallet balance',
        meaning: "Your prepaid balance doesn't cover this request. Nothing was run.",
        nextStep: 'Top up, then retry.',
      }
    case 'top_up_requirements':
      return {
        title: 'Payment options',
        meaning: 'The API listed how a top-up can be paid. Nothing was paid.',
        nextStep: 'Choose a network and an amount, then review and sign.',
      }
    case 'top_up_rejected':
      return topUpRejected(error.code)
    case 'settlement_unknown':
      return {
        title: 'Payment pending',
        meaning: 'The API did not confirm the payment. It may still settle.',
        nextStep: "Check the balance. Don't sign another payment.",
      }
    case 'forbidden':
      if (/\bprivacy\b|\bprivate\b/i.test(error.message))
        return {
          title: 'Model not allowed for this key',
          meaning: 'The key may use only models of a certain privacy (its modelPrivacy).',
          nextStep: 'Choose a private model, or use another key in Connection.',
        }
      return {
        title: 'Not allowed',
        meaning: "The credentials are valid, but they don't allow this model or endpoint.",
        nextStep: "Use the owner's credentials in Connection.",
      }
    case 'not_found':
      return {
        title: 'Not found',
        meaning: 'No such character or endpoint.',
        nextStep: 'Check the spelling, or choose from the list.',
      }
    case 'model_not_found':
      return {
        title: 'No such model',
        meaning: "This API doesn't have the model. Nothing was run.",
        nextStep: 'Choose a model from the list, or check the spelling.',
      }
    case 'conflict':
      if (/\balready (?:been )?processed\b/i.test(error.message))
        return {
          title: 'Already processed',
          meaning: 'The same request was processed before. You never pay twice.',
          nextStep: 'Check the balance and the payment log.',
        }
      return {
        title: 'Already in progress',
        meaning: 'The same request is still being processed. You never pay twice.',
        nextStep: "Check the balance. Don't sign another payment.",
      }
    case 'gone':
      return {
        title: 'No longer available',
        meaning: 'The API removed this model or endpoint. Retrying gives the same response.',
        nextStep: 'Choose another model.',
      }
    case 'payload_too_large':
      return {
        title: 'Request too large',
        meaning: 'The body or a file exceeds the size limit.',
        nextStep: 'Shrink or remove an attachment, then retry.',
      }
    case 'unsupported_media_type':
      return {
        title: 'Unsupported content type',
        meaning: "This endpoint doesn't accept a body of this content type.",
        nextStep: 'Send JSON, or a form where a file is uploaded.',
      }
    case 'unprocessable':
      return {
        title: 'Content refused',
        meaning: 'A content policy or an image limit refused the request.',
        nextStep: error.suggestedPrompt
          ? 'Use the suggested prompt, or edit your own.'
          : 'Change the prompt or the image, then retry.',
      }
    case 'rate_limited':
      return {
        title: 'Rate limit reached',
        meaning: "You've reached the request or token limit for this window.",
        nextStep: 'Wait until the limit resets, then retry.',
      }
    case 'abuse_blocked':
      return {
        title: 'Temporarily blocked',
        meaning: 'Too many requests failed within 30 seconds, so further ones are refused.',
        nextStep: 'Correct what failed, then retry in 30 seconds.',
      }
    case 'inference_failed':
      return {
        title: 'Model failed',
        meaning: "The API couldn't complete the request.",
        nextStep: 'Retry, or choose another model.',
      }
    case 'bad_gateway':
      return {
        title: 'Bad gateway',
        meaning: 'The API reached the model, but got an invalid response.',
        nextStep: 'Retry, or choose another model.',
      }
    case 'at_capacity':
      return {
        title: 'Model at capacity',
        meaning: 'The model is offline or overloaded.',
        nextStep: 'Choose another model, or retry later.',
      }
    case 'timed_out':
      return {
        title: 'Request timed out',
        meaning: 'The API stopped waiting for the model. Streams have no such limit.',
        nextStep: 'Retry as a stream.',
      }
    case 'unknown':
      return {
        title: 'Undocumented status',
        meaning: `The API reference doesn't document status ${error.status}.`,
        nextStep: 'See the response in the Inspector, then retry.',
      }
  }
}

function topUpRejected(code: string): Advice {
  if (code === 'SETTLEMENT_FAILED') {
    return {
      title: 'Payment failed',
      meaning: 'The network rejected the payment. No funds moved.',
      nextStep: 'Check the balance, then top up again.',
    }
  }
  if (code === 'X402_NOT_CONFIGURED') {
    return {
      title: 'Wallet payments are off',
      meaning: "This API doesn't accept wallet payments.",
      nextStep: 'Use an API key in Connection.',
    }
  }
  return {
    title: 'Payment rejected',
    meaning: 'The API verified the payment and rejected it.',
    nextStep: 'Check the balance, then correct the network, amount or wallet.',
  }
}
