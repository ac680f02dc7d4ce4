import type { Advice } from '../../../contract/errors/advice.ts'
import { Fault, stored } from '../failures/fault.ts'

/** Fewer characters are refused; how good a longer passphrase is, only its length is known. */
export const MIN_PASSPHRASE_LENGTH = 8

/** Why the vault could not do what it was asked to. Nothing that was saved before is lost by it. */
const ROWS = {
  wrong_passphrase: {
    title: 'Wrong passphrase',
    meaning: 'Nothing was unlocked or deleted.',
    nextStep: 'Enter the passphrase again.',
  },
  short_passphrase: {
    title: 'Passphrase too short',
    meaning: `It has fewer than ${MIN_PASSPHRASE_LENGTH} characters.`,
    nextStep: 'Enter a longer one.',
  },
  /** Browsers don't tell these apart. */
  passkey_not_used: {
    title: 'Passkey not used',
    meaning: 'The prompt was canceled or timed out, or this device lacks the passkey.',
    nextStep: 'Try again, use a passphrase, or erase saved keys if the passkey is lost.',
  },
  passkey_unsupported: {
    title: 'Passkey not supported',
    meaning: 'This browser or passkey has no PRF extension, which encryption requires.',
    nextStep: 'Use a passphrase, or another passkey.',
  },
  passkey_changed: {
    title: "Passkey doesn't match",
    meaning: 'This passkey returned other data than when it was set up.',
    nextStep: 'Use another way to unlock, or erase saved keys and enter them again.',
  },
  storage_full: {
    title: 'Disk full',
    meaning:
      'Nothing was saved; what was saved before is unchanged. The connection works until reload.',
    nextStep: 'Free some space, then try again.',
  },
  storage_failed: {
    title: 'Storage not available',
    meaning:
      'This browser refused to read or save, as private windows often do. Keys stay in memory until reload.',
    nextStep: 'Try again in a normal window.',
  },
  /** What unlocks the keys. */
  unreadable: {
    title: "Can't read saved keys",
    meaning: 'They were changed, or saved by a newer version of this page. Nothing was deleted.',
    nextStep: 'Reload the page; if that is no help, erase saved keys and enter them again.',
  },
  /** A saved secret. */
  damaged: {
    title: "Can't decrypt key",
    meaning: 'The saved key was changed, or moved from another origin. It was not sent.',
    nextStep: 'Forget it, then enter the key again.',
  },
  missing: {
    title: 'No saved key',
    meaning: 'It was erased, or saved for another origin.',
    nextStep: 'Enter the key again in Connection.',
  },
  changed: {
    title: 'Changed elsewhere',
    meaning: 'Another tab changed or erased the saved keys.',
    nextStep: 'Try again.',
  },
  locked: {
    title: 'Keys are locked',
    meaning: 'None of them can be used.',
    nextStep: 'Unlock keys to use this connection.',
  },
  last_method: {
    title: "Can't remove it",
    meaning: 'It is the only way to unlock.',
    nextStep: 'Add another one first, or erase saved keys.',
  },
} satisfies Record<string, Advice>

export type VaultFaultKind = keyof typeof ROWS

/** A {@link VaultFaultKind} to be caught. */
export class VaultFault extends Fault<VaultFaultKind> {
  override name = 'VaultFault'

  constructor(kind: VaultFaultKind, cause?: unknown) {
    super(kind, ROWS[kind], cause)
  }
}

/** A read or write of the vault's storage, which rejects with a {@link VaultFault}. */
export function storedKeys<Result>(access: Promise<Result>): Promise<Result> {
  return stored(access, (kind, cause) => new VaultFault(kind, cause))
}

/** What the length of a passphrase means for a thief of the disk; only the length is looked at. */
export function passphraseHint({ length }: string): string {
  if (length < MIN_PASSPHRASE_LENGTH) return `At least ${MIN_PASSPHRASE_LENGTH} characters.`
  if (length < 14) return 'Short: 14 characters or more resist guessing better.'
  if (length < 20) return 'Good length.'
  return 'Long: hard to guess even with a copy of this disk.'
}
