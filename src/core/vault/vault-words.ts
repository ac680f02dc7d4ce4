import type { whyNoPasskey } from './passkey.ts'
import { VaultFault, type VaultFaultKind } from './vault-fault.ts'
import { MIN_PASSPHRASE_LENGTH } from './vault.ts'

/** What happened, and what it means and what to press. */
interface VaultWords {
  title: string
  meaning: string
}

const WORDS: Record<VaultFaultKind, VaultWords> = {
  wrong_passphrase: {
    title: 'Wrong passphrase',
    meaning: 'Nothing was unlocked or deleted. Enter the passphrase again.',
  },
  short_passphrase: {
    title: 'Passphrase too short',
    meaning: `Enter at least ${MIN_PASSPHRASE_LENGTH} characters.`,
  },
  passkey_not_used: {
    title: 'Passkey not used',
    meaning:
      'The prompt was canceled or timed out, or this device lacks the passkey. Try again, or unlock with a passphrase. If the passkey is lost, erase saved keys and enter them again.',
  },
  passkey_unsupported: {
    title: 'Passkey not supported',
    meaning:
      'This browser or passkey has no PRF extension, which encryption requires. Use a passphrase, or another passkey.',
  },
  passkey_changed: {
    title: "Passkey doesn't match",
    meaning:
      'This passkey returned other data than when it was set up. Use another way to unlock, or erase saved keys and enter them again.',
  },
  storage_full: {
    title: 'Disk full',
    meaning:
      'Nothing was saved; what was saved before is unchanged. The connection works until reload. Free some space, then try again.',
  },
  storage_failed: {
    title: 'Storage not available',
    meaning:
      'This browser refused to read or save, as private windows often do. Keys stay in memory until reload. Try again in a normal window.',
  },
  damaged: {
    title: "Can't decrypt key",
    meaning:
      'The saved key was changed, or moved from another origin. It was not sent. Forget it, then enter the key again.',
  },
  changed: {
    title: 'Changed elsewhere',
    meaning: 'Another tab changed or erased the saved keys. Try again.',
  },
  locked: {
    title: 'Keys are locked',
    meaning: 'Unlock keys to use this connection.',
  },
  last_method: {
    title: "Can't remove it",
    meaning: 'It is the only way to unlock. Add another one first, or erase saved keys.',
  },
}

/** A failed act of the vault in words; undefined for any other error. */
export function vaultWords(error: unknown): VaultWords | undefined {
  return error instanceof VaultFault ? WORDS[error.kind] : undefined
}

/** Why the page offers no passkey, as a sentence with what to do. */
export const NO_PASSKEY: Record<NonNullable<ReturnType<typeof whyNoPasskey>>, string> = {
  'ip address':
    'Passkeys require a domain, not an IP address: start with --host localhost for one.',
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
