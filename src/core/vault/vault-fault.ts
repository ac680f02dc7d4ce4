import { isQuotaExceeded } from '../storage/db/all-or-nothing.ts'

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
  /** A saved secret was changed, or moved from another origin or connection. */
  | 'damaged'
  /** Another tab erased or changed the vault. */
  | 'changed'
  | 'locked'
  /** The only way to unlock can't be removed. */
  | 'last_method'

/** A {@link VaultFaultKind} to be caught; its words are in `vault-words.ts`. */
export class VaultFault extends Error {
  readonly kind: VaultFaultKind

  constructor(kind: VaultFaultKind, cause?: unknown) {
    super(`The vault failed: ${kind}.`, { cause })
    this.name = 'VaultFault'
    this.kind = kind
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
