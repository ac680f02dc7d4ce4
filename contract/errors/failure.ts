import type { SpendCap, SpendRefusal } from '../limits/spend-log.ts'
import { adviceFor, type Advice } from './advice.ts'
import type { ServiceError } from './service-error.ts'

/** A request that ended badly without an error answer of the service. */
type TransportFailure = {
  readonly message: string
  /** What lies under it, in one line: `TypeError: Failed to fetch`. */
  readonly cause?: string
} &
  /** A person stopped it. */
  (
    | { readonly kind: 'aborted' }
    /** The page itself failed while it made the request. */
    | { readonly kind: 'page_error' }
    | { readonly kind: 'offline' }
    /** No answer could be read: not running, another address, or refused to web pages. */
    | { readonly kind: 'unreachable' }
    /** The page's own security policy does not let it contact this address. */
    | { readonly kind: 'blocked_by_policy'; readonly origin: string }
    /** An answer that is not what the operation gives, such as an HTML page. */
    | { readonly kind: 'unexpected_answer' }
    /** The connection ended before the answer did. */
    | { readonly kind: 'cut' }
    /** Not sent: it might have brought the service to block everything (contract, "Abuse protection"). */
    | { readonly kind: 'paused'; readonly retryAtMs: number }
    /** Not sent: it might have cost more than a cap that the person set. */
    | ({ readonly kind: 'over_spend_cap' } & SpendRefusal)
    /** Nothing arrived for too long. */
    | { readonly kind: 'stalled' }
    /** The answer went over a size cap. */
    | { readonly kind: 'answer_too_large' }
    /** The person, or their wallet, declined to authenticate the request. */
    | { readonly kind: 'declined' }
    /** Not sent: it was to be encrypted end to end, and could not be. */
    | { readonly kind: 'not_encrypted' }
    /** A piece of an encrypted answer did not open with the key of the request. */
    | { readonly kind: 'not_decrypted' }
  )

/** Every way a request can end badly, as a value the page explains. */
export type Failure = ServiceError | TransportFailure

/** True for what the service itself answered. */
export function isServiceError(failure: Failure): failure is ServiceError {
  return 'status' in failure
}

const CAP_TITLES: Readonly<Record<SpendCap, string>> = {
  request: 'Stopped by your cap per request',
  session: 'Stopped by your cap per session',
  day: 'Stopped by your cap per day',
}

/** Plain words for any failure. */
export function adviceForFailure(failure: Failure): Advice {
  if (isServiceError(failure)) return adviceFor(failure)
  switch (failure.kind) {
    case 'aborted':
      return {
        title: 'Stopped',
        meaning: 'You stopped this request. If it had left already, it may be billed.',
        nextStep: 'Send it again when you like.',
      }
    case 'page_error':
      return {
        title: 'This page failed',
        meaning: 'A fault of the playground itself ended the request. What arrived is kept.',
        nextStep: 'Reload the page, then send again. It may be billed again.',
      }
    case 'offline':
      return {
        title: 'You are offline',
        meaning: 'This device has no network connection. Nothing was sent.',
        nextStep: 'Send again when you are back online; your text is kept.',
      }
    case 'unreachable':
      return {
        title: 'The service could not be reached',
        meaning:
          'It may not be running, the address may be wrong, or it may not allow requests from web pages (CORS).',
        nextStep: 'Check the address in Connection and that the service runs, then send again.',
      }
    case 'blocked_by_policy':
      return {
        title: 'This page may not contact that address',
        meaning: `Its security policy does not list ${failure.origin}. Nothing was sent.`,
        nextStep: 'Open Connection and allow the address.',
      }
    case 'unexpected_answer':
      return {
        title: 'The answer could not be read',
        meaning: 'What came back is not what this operation gives.',
        nextStep: 'Open the Inspector to see it, then check the base URL in Connection.',
      }
    case 'paused':
      return {
        title: 'Paused after too many failures',
        meaning:
          'More than 20 failed requests within 30 seconds would make the service refuse everything, so this one stayed here. Nothing was sent.',
        nextStep: 'Correct what failed (the Inspector lists it), then send again.',
      }
    case 'over_spend_cap':
      return {
        title: CAP_TITLES[failure.cap],
        meaning:
          failure.ceiling === undefined
            ? 'Nobody knows what this request may cost: a price is not published, or usage such as a web search comes on top. Nothing was sent.'
            : 'It might have cost more than the cap you set leaves. Nothing was sent.',
        nextStep: 'Change the cap, lower max_completion_tokens, or send this one anyway.',
      }
    case 'cut':
      return {
        title: 'The answer was cut off',
        meaning: 'The connection ended before the answer was complete. What arrived is kept.',
        nextStep: 'Regenerate the answer. It may be billed again.',
      }
    case 'stalled':
      return {
        title: 'The answer stopped coming',
        meaning:
          'Nothing arrived for a long time, so the connection was closed. What arrived is kept.',
        nextStep: 'Regenerate the answer. It may be billed again.',
      }
    case 'answer_too_large':
      return {
        title: 'The answer is too large',
        meaning:
          'It went over what the page can hold safely, so it was stopped. What arrived is kept.',
        nextStep: 'Set max_completion_tokens, then regenerate.',
      }
    case 'not_encrypted':
      return {
        title: 'Not encrypted, so not sent',
        meaning: failure.message,
        nextStep: 'Change what is named, or reset enable_e2ee to send it as plain text.',
      }
    case 'not_decrypted':
      return {
        title: 'The answer could not be decrypted',
        meaning: 'A piece of it was changed on the way, or sealed for another key.',
        nextStep: 'Regenerate the answer. It may be billed again.',
      }
    case 'declined':
      return {
        title: 'Not signed',
        meaning: 'The request was not authenticated, so nothing was sent.',
        nextStep: 'Send again and approve it, or use a key in Connection.',
      }
  }
}
