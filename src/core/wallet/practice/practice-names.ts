/** What the practice wallet calls itself in both standards. */
export const PRACTICE_NAME = 'Practice wallet'

/** Its EIP-6963 reverse domain name. */
export const PRACTICE_RDNS = 'local.playground.practice'

/** Whether a wallet that was found or remembered is the practice one. */
export function isPractice({ id }: { readonly id: string }): boolean {
  return id === PRACTICE_RDNS || id === PRACTICE_NAME
}
