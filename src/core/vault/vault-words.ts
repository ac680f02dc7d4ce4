import type { whyNoPasskey } from './passkey.ts'
import { MIN_PASSPHRASE_LENGTH } from './vault-fault.ts'

/** Why the page offers no passkey, as a sentence with what to do. */
export const NO_PASSKEY: Record<NonNullable<ReturnType<typeof whyNoPasskey>>, string> = {
  'ip address':
    'Passkeys require a domain, not an IP address: on this computer, open localhost instead.',
  unavailable: 'This browser has no passkeys for this page. They require HTTPS or localhost.',
}

/** What the length of a passphrase means for a thief of the disk; only the length is looked at. */
export function passphraseHint(passphrase: string): string {
  const { length } = passphrase
  if (length < MIN_PASSPHRASE_LENGTH) return `At least ${MIN_PASSPHRASE_LENGTH} characters.`
  if (length < 14) return 'Short: 14 characters or more resist guessing better.'
  if (length < 20) return 'Good length.'
  return 'Long: hard to guess even with a copy of this disk.'
}
