/*
 * Abuse protection (contract "Abuse protection"): more than this many failed requests in the window
 * block every further request for the block time.
 */

/** Failures that are still allowed inside the window. */
export const FAILURE_BUDGET = 20

/**
 * What the real service allows instead, for each key, model and `user`: failures, and refusals of what the
 * model lacks, which it counts apart. It reports what is left in headers.
 */
export const PROVIDER_FAILURE_BUDGET = 50
export const PROVIDER_UNSUPPORTED_BUDGET = 200

/** Length of the window in which failures are counted, ms. */
export const FAILURE_WINDOW_MS = 30_000

/** How long requests are refused after the budget is used up, ms. */
export const FAILURE_BLOCK_MS = 30_000

/** What the service says while it refuses. */
export const ABUSE_MESSAGE = 'Too many failed attempts occurred. Please wait 30s.'

/** True when a message says that requests are blocked after too many failures, whatever the status. */
export function isAbuseMessage(message: string): boolean {
  return /too many failed/i.test(message) && /\b30\s?s/i.test(message)
}
