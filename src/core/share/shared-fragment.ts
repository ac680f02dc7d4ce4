/** How the fragment of an address begins that carries a setup. */
export const SHARED_PREFIX = '#c='

/** True for the fragment of an address that carries a setup, in whatever state. */
export function isSharedFragment(hash: string): boolean {
  return hash.startsWith(SHARED_PREFIX)
}
