/** What the practice wallet calls itself in both standards. */
export const PRACTICE_NAME = 'Practice wallet'

/** Its EIP-6963 reverse domain name. */
export const PRACTICE_RDNS = 'local.playground.practice'
