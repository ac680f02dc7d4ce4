/**
 * Names that cannot be a provider's: `x-<name>-…` would claim headers that belong to everyone.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'auth',
  'balance',
  'pagination',
  'payment',
  'ratelimit',
  'retry',
  'sign',
  'sign-in',
  'sign-in-with',
])

/** What is wrong with a provider name, in words; undefined when it can be used. */
export function providerNameProblem(name: string): string | undefined {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
    return 'Provider name: use up to 32 characters (a to z, 0 to 9, -), starting with a letter.'
  }
  return RESERVED_NAMES.has(name) ? `Provider name "${name}" is used by other headers.` : undefined
}
