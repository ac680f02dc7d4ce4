import { isQuotaExceeded } from '../storage/db/open-database.ts'

/** Fewer characters are refused; how good a longer passphrase is, only its length is known. */
export const MIN_PASSPHRASE_LENGTH = 8

/** Why the vault could not do what it was asked to. Nothing that was saved before is lost by it. */
export type VaultFaultKind =
  | 'wrong_passphrase'
  | 'short_passphrase'
  /** Canceled, timed out, or not on this device: browsers don't tell these apart. */
  | 'passkey_not_used'
  /** The browser, the passkey or the page's domain has no PRF. */
  | 'passkey_unsupported'
  /** The passkey returned another output than when it was set up. */
  | 'passkey_changed'
  | 'storage_full'
  | 'storage_failed'
  /** What unlocks the keys was changed, or saved by a newer version of the page. */
  | 'unreadable'
  /** A saved secret was changed, or moved from another origin or connection. */
  | 'damaged'
  /** No secret is saved for this connection and origin. */
  | 'missing'
  /** Another tab erased or changed the vault. */
  | 'changed'
  | 'locked'
  /** The only way to unlock can't be removed. */
  | 'last_method'

const WORDS: Record<VaultFaultKind, { title: string; meaning: string }> = {
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
  unreadable: {
    title: "Can't read saved keys",
    meaning:
      'They were changed, or saved by a newer version of this page. Nothing was deleted. Reload the page; if that is no help, erase saved keys and enter them again.',
  },
  damaged: {
    title: "Can't decrypt key",
    meaning:
      'The saved key was changed, or moved from another origin. It was not sent. Forget it, then enter the key again.',
  },
  missing: {
    title: 'No saved key',
    meaning: 'It was erased, or saved for another origin. Enter the key again in Connection.',
  },
  changed: {
    title: 'Changed elsewhere',
    meaning: 'Another tab changed or erased the saved keys. Try again.',
  },
  locked: { title: 'Keys are locked', meaning: 'Unlock keys to use this connection.' },
  last_method: {
    title: "Can't remove it",
    meaning: 'It is the only way to unlock. Add another one first, or erase saved keys.',
  },
}

/** A {@link VaultFaultKind} to be caught, in words: what happened, what it means and what to press. */
export class VaultFault extends Error {
  readonly kind: VaultFaultKind
  readonly title: string
  readonly meaning: string

  constructor(kind: VaultFaultKind, cause?: unknown) {
    const { title, meaning } = WORDS[kind]
    super(`${title}. ${meaning}`, { cause })
    this.name = 'VaultFault'
    this.kind = kind
    this.title = title
    this.meaning = meaning
  }
}

/** Runs a read or write of the vault's storage; what it rejects with becomes a {@link VaultFault}. */
export async function stored<Result>(access: Promise<Result>): Promise<Result> {
  try {
    return await access
  } catch (error) {
    throw new VaultFault(isQuotaExceeded(error) ? 'storage_full' : 'storage_failed', error)
  }
}
