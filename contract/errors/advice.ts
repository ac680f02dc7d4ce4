import { SIGN_IN_REASONS } from './codes.ts'
import { type ServiceError } from './service-error.ts'

/** An error in plain words. */
export interface Advice {
  /** What happened. */
  readonly title: string
  /** What it means. */
  readonly meaning: string
  /** What to press. */
  readonly nextStep: string
}

/** Plain words for an error. Says nothing about time left: the page counts `retryAtMs` down. */
export function adviceFor(error: ServiceError): Advice {
  switch (error.kind) {
    case 'invalid_request':
      return {
        title: 'The request is not valid',
        meaning: 'The service refused a field. Nothing was run and nothing was charged.',
        nextStep: 'Correct the named fields, then send again.',
      }
    case 'authentication_failed':
      return {
        title: 'The key was not accepted',
        meaning:
          'The key is missing, mistyped, expired or revoked. If the key is right, the model may be for Pro users only: the service uses the same status for both.',
        nextStep: 'Check the key in Connection, or choose another model.',
      }
    case 'pro_only':
      return {
        title: 'This model is for Pro users',
        meaning: 'The key was accepted, but its account may not use this model.',
        nextStep: 'Choose another model, or use the key of a Pro account.',
      }
    case 'sign_in_rejected':
      return {
        title: 'The wallet sign-in was not accepted',
        meaning: error.reason
          ? SIGN_IN_REASONS[error.reason]
          : 'The service could not verify the signed text.',
        nextStep: 'Sign in again. Every request needs a new signature.',
      }
    case 'insufficient_balance':
      return {
        title: 'The balance is too low',
        meaning: 'The credit does not cover this request. Nothing was run.',
        nextStep: 'Add credit to the account, or choose a cheaper model or a smaller limit.',
      }
    case 'payment_discovery':
      return {
        title: 'Not connected',
        meaning: 'The request carried no key and no wallet sign-in.',
        nextStep: 'Open Connection to enter a key, or sign in with a wallet.',
      }
    case 'payment_required':
      return {
        title: "The wallet's credit is too low",
        meaning: 'The sign-in was accepted, but the prepaid credit does not cover this request.',
        nextStep: 'Top up, then send again.',
      }
    case 'top_up_requirements':
      return {
        title: 'Payment options',
        meaning: 'The service listed how a top-up can be paid. Nothing was paid.',
        nextStep: 'Choose a network and an amount, then check and sign.',
      }
    case 'top_up_rejected':
      return topUpRejected(error.code)
    case 'settlement_unknown':
      return {
        title: 'The payment is not confirmed yet',
        meaning: 'The service did not say how the payment ended. It may still land.',
        nextStep: 'Check the balance. Do not sign another payment.',
      }
    case 'forbidden':
      return {
        title: 'Not allowed',
        meaning: 'The credentials are valid, but not for this operation.',
        nextStep: 'Use the credentials of the owner in Connection.',
      }
    case 'not_found':
      return {
        title: 'Not found',
        meaning: 'There is no such model, character or address on this service.',
        nextStep: 'Check the spelling, or choose from the list.',
      }
    case 'conflict':
      return {
        title: 'Already in progress',
        meaning: 'The service is still working on the same request. A payment is not taken twice.',
        nextStep: 'Check the balance. Do not sign another payment.',
      }
    case 'payload_too_large':
      return {
        title: 'Too large to send',
        meaning: 'The body or a file exceeds the size limit.',
        nextStep: 'Shrink or remove an attachment, then send again.',
      }
    case 'unsupported_media_type':
      return {
        title: 'Content type not accepted',
        meaning: 'The operation does not take a body of this content type.',
        nextStep: 'Send JSON, or a form where a file is uploaded.',
      }
    case 'unprocessable':
      return {
        title: 'The content was refused',
        meaning: 'The request is well formed, but a content rule or an image limit refused it.',
        nextStep: error.suggestedPrompt
          ? 'Use the suggested prompt, or write another.'
          : 'Change the prompt or the image, then send again.',
      }
    case 'rate_limited':
      return {
        title: 'Rate limit reached',
        meaning: 'This window allows no more requests or tokens.',
        nextStep: 'Wait until the limit resets, then send again.',
      }
    case 'abuse_blocked':
      return {
        title: 'Blocked for 30 seconds',
        meaning: 'More than 20 requests failed within 30 seconds, so every request is refused.',
        nextStep: 'Wait 30 seconds, correct what failed, then send again.',
      }
    case 'inference_failed':
      return {
        title: 'The model failed',
        meaning: 'The service could not complete the request.',
        nextStep: 'Send again, or choose another model.',
      }
    case 'bad_gateway':
      return {
        title: 'The model did not answer properly',
        meaning: 'The service reached the model but could not use its answer.',
        nextStep: 'Send again, or choose another model.',
      }
    case 'at_capacity':
      return {
        title: 'The model is at capacity',
        meaning: 'The model is offline or has more requests than it can serve.',
        nextStep: 'Choose another model, or send again later.',
      }
    case 'timed_out':
      return {
        title: 'The request took too long',
        meaning: 'The service gave up waiting. A streamed answer has no such limit.',
        nextStep: 'Send again as a stream.',
      }
    case 'unknown':
      return {
        title: `The service answered ${error.status}`,
        meaning: 'This answer is not described in the contract.',
        nextStep: 'Open the Inspector to see what came back, then send again.',
      }
  }
}

function topUpRejected(code: string): Advice {
  if (code === 'SETTLEMENT_FAILED') {
    return {
      title: 'The payment was not carried out',
      meaning: 'The network did not accept the payment. No funds moved.',
      nextStep: 'Check the balance, then start the top-up again.',
    }
  }
  if (code === 'X402_NOT_CONFIGURED') {
    return {
      title: 'Wallet payments are off',
      meaning: 'This service does not take wallet payments.',
      nextStep: 'Use an API key in Connection.',
    }
  }
  return {
    title: 'The payment was not accepted',
    meaning: 'The service checked the payment and refused it.',
    nextStep: 'Check the balance, then correct the network, amount or wallet.',
  }
}
