/** The start of a URL fragment that carries a setup. */
export const SHARED_PREFIX = '#c='

/** Whether a URL fragment carries a setup, valid or not. */
export function isSharedFragment(hash: string): boolean {
  return hash.startsWith(SHARED_PREFIX)
}

/** The parameter of the chat's URL that names what another app shared, see `shared-content.ts`. */
export const SHARED_CONTENT_PARAMETER = 'shared'
