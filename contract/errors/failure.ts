import { FAILURE_BUDGET } from '../limits/sizes.ts'
import type { SpendCap, SpendRefusal } from '../limits/spend-log.ts'
import { adviceFor, type Advice } from './advice.ts'
import type { ServiceError } from './service-error.ts'

/** A request that ended badly without an error response of the service. */
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
    /** No response could be read: not running, another URL, or blocked by CORS. */
    | { readonly kind: 'unreachable' }
    /** The page's own security policy does not let it contact this origin. */
    | { readonly kind: 'blocked_by_policy'; readonly origin: string }
    /** A response that is not what the endpoint returns, such as an HTML page. */
    | { readonly kind: 'unexpected_answer' }
    /** The connection ended before the response did. */
    | { readonly kind: 'cut' }
    /** Not sent: it might have brought the service to block everything (contract, "Abuse protection"). */
    | {
        readonly kind: 'paused'
        readonly retryAtMs: number
        /** How many failures the service still allows for the model; absent where it does not report that. */
        readonly left?: number
      }
    /** Not sent: it might have cost more than a spend limit allows. */
    | ({ readonly kind: 'over_spend_cap' } & SpendRefusal)
    /** Nothing arrived for too long. */
    | { readonly kind: 'stalled' }
    /** The response went over a size limit. */
    | { readonly kind: 'answer_too_large' }
    /** The person, or their wallet, declined to authenticate the request. */
    | { readonly kind: 'declined' }
    /** Not sent: a wallet that signs by itself was locked, or its limits don't allow it. */
    | { readonly kind: 'not_signed'; readonly advice: Advice }
    /** Not sent: the key of the connection is saved encrypted, and could not be read. */
    | { readonly kind: 'key_unavailable' }
    /** Not sent: it was to be encrypted end to end, and could not be. */
    | { readonly kind: 'not_encrypted' }
    /** A piece of an encrypted response did not open with the key of the request. */
    | { readonly kind: 'not_decrypted' }
    /** Something of the response to an encrypted request came as plain text; nothing of that is taken. */
    | { readonly kind: 'downgraded' }
    /** A tool server, or the way to it, failed. */
    | ({ readonly kind: 'tool_server' } & ToolServerFault)
  )

/** What a tool server did, in words of its own: they are loaded with the code that speaks to it. */
interface ToolServerFault {
  readonly reason: ToolServerReason
  readonly advice: Advice
  /** `WWW-Authenticate`, where the server asks for authorization and lets a page read how. */
  readonly challenge?: string
}

/** Why a tool server can't be used, or a call of it has no result. */
export type ToolServerReason =
  | 'authorization'
  | 'refused'
  | 'cors'
  | 'session'
  | 'not_mcp'
  | 'version'
  | 'error'
  | 'needs_input'
  | 'limit'
  | 'timed_out'
  | 'changed'
  | 'disconnected'

/** Every way a request can end badly, as a value the page explains. */
export type Failure = ServiceError | TransportFailure

/** True for an error response of the service. */
export function isServiceError(failure: Failure): failure is ServiceError {
  return 'status' in failure
}

const CAP_TITLES: Readonly<Record<SpendCap, string>> = {
  request: 'Over request spend limit',
  session: 'Over session spend limit',
  day: 'Over daily spend limit',
}

/** What a failure means of which nothing more is to be said. */
const ROWS = {
  aborted: {
    title: 'Stopped',
    meaning: 'You stopped this request. If it was already sent, it may be billed.',
    nextStep: 'Retry when you like.',
  },
  page_error: {
    title: 'Page error',
    meaning: 'The playground itself failed. What arrived was saved.',
    nextStep: 'Reload the page, then retry. It may be billed again.',
  },
  offline: {
    title: "You're offline",
    meaning: 'This device has no network connection. Nothing was sent.',
    nextStep: "Retry when you're back online. Your message is saved.",
  },
  unreachable: {
    title: 'API unreachable',
    meaning: 'It may not be running, the URL may be wrong, or it may block CORS.',
    nextStep: 'Check the URL in Connection and that the API is running.',
  },
  unexpected_answer: {
    title: 'Unexpected response',
    meaning: "The response isn't what this endpoint returns.",
    nextStep: 'See it in the Inspector, then check the base URL in Connection.',
  },
  cut: {
    title: 'Response cut off',
    meaning: 'The connection ended before the response was complete. What arrived was saved.',
    nextStep: 'Retry. It may be billed again.',
  },
  stalled: {
    title: 'Stream timed out',
    meaning: 'Nothing arrived for a long time. What arrived before was saved.',
    nextStep: 'Retry. It may be billed again.',
  },
  answer_too_large: {
    title: 'Response too large',
    meaning: 'It exceeded what the page can process. What arrived was saved.',
    nextStep: 'Set max_completion_tokens, then retry.',
  },
  not_decrypted: {
    title: 'Decryption failed',
    meaning: 'Part of the response was altered or encrypted for another key.',
    nextStep: 'Retry. It may be billed again.',
  },
  downgraded: {
    title: 'Response not encrypted',
    meaning: 'Part of it came as plain text, which is not shown here. The request may be billed.',
    nextStep: 'Use another model or connection. A retry may be billed again.',
  },
  declined: {
    title: 'Not signed',
    meaning: "The request wasn't authenticated, so nothing was sent.",
    nextStep: 'Retry and approve it, or use a key in Connection.',
  },
} satisfies Partial<Record<Failure['kind'], Advice>>

/** Plain words for any failure. */
export function adviceForFailure(failure: Failure): Advice {
  if (isServiceError(failure)) return adviceFor(failure)
  switch (failure.kind) {
    case 'blocked_by_policy':
      return {
        title: 'Blocked by CSP',
        meaning: `The Content Security Policy (connect-src) doesn't include ${failure.origin}. Nothing was sent.`,
        nextStep: 'Allow the origin in Connection.',
      }
    case 'paused':
      return {
        title: 'Too many failed requests',
        meaning:
          failure.left === undefined
            ? `More than ${FAILURE_BUDGET} failures in 30 seconds would get you blocked, so this was not sent.`
            : `The API allows ${failure.left} more failed ${failure.left === 1 ? 'request' : 'requests'} with this model for now, so this was not sent.`,
        nextStep: 'Correct what failed (see the Inspector), then retry.',
      }
    case 'over_spend_cap':
      return {
        title: CAP_TITLES[failure.cap],
        meaning:
          failure.ceiling === undefined
            ? "The cost can't be estimated (unknown price or usage-based extras). Nothing was sent."
            : 'The maximum cost would exceed your limit. Nothing was sent.',
        nextStep: 'Change the limit, lower max_completion_tokens, or send anyway.',
      }
    case 'not_encrypted':
      return {
        title: "Couldn't encrypt request",
        meaning: failure.message,
        nextStep: 'Correct it and retry, or turn enable_e2ee off to send plain text.',
      }
    case 'key_unavailable':
      return {
        title: 'Saved key unavailable',
        meaning: failure.message,
        nextStep: 'Retry and unlock keys, or enter the key in Connection.',
      }
    case 'tool_server':
    case 'not_signed':
      return failure.advice
    default:
      return ROWS[failure.kind]
  }
}
