/** Why an attempt never left this page, in words, by the kind of its failure. */
export const UNSENT = {
  offline: 'you are offline',
  paused: 'too many requests failed a moment ago',
  blocked_by_policy: 'this page may not contact the API',
} as const

/** True for an attempt that ended with this before anything was sent. */
export function isUnsent(error: string | undefined): error is keyof typeof UNSENT {
  return error !== undefined && Object.hasOwn(UNSENT, error)
}
