import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import type { PocketAccount } from '../../storage/pocket/pocket-records.ts'
import type { SecretRef } from '../../storage/vault/vault-records.ts'
import { VaultFault, type VaultFaultKind } from '../../vault/vault-fault.ts'
import {
  type EvmKey,
  newSolanaSecret,
  openEvmKey,
  openSolanaSecret,
  type SolanaKey,
} from '../local-key/local-key.ts'
import { PocketFault, type PocketFaultKind } from './pocket-fault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The key of an account that is unlocked. */
export type PocketKey =
  | { family: 'evm'; key: EvmKey; wipe: () => void }
  | { family: 'solana'; key: SolanaKey; wipe: () => void }

/** Where the vault has the key of an account. */
export function secretRefOf({ origin, id }: Pick<PocketAccount, 'origin' | 'id'>): SecretRef {
  return { origin, connectionId: id, purpose: 'wallet' }
}

/** 32 new secret bytes, to be overwritten after use, and their address. */
export async function newSecret(
  family: PocketAccount['family'],
): Promise<{ secret: Bytes; address: string }> {
  if (family === 'solana') return newSolanaSecret()
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const key = await openEvmKey(secret.slice())
  key.wipe()
  return { secret, address: key.address }
}

/** Opens the key of an account; rejects where the bytes are not its own. `secret` is overwritten. */
export async function openKey(
  { family, address }: Pick<PocketAccount, 'family' | 'address'>,
  secret: Bytes,
): Promise<PocketKey> {
  if (family === 'solana') {
    const key = await openSolanaSecret(secret, address)
    if (key === undefined) throw new PocketFault('key_lost')
    // The browser's own key has no bytes to overwrite: nobody has it once it is let go of.
    return { family, key, wipe: () => {} }
  }
  const key = await openEvmKey(secret).catch((error: unknown) => {
    throw new PocketFault('key_lost', error)
  })
  if (key.address !== address) {
    key.wipe()
    throw new PocketFault('key_lost')
  }
  return { family, key, wipe: () => key.wipe() }
}

/** Signs a text as wallets do: hex on EVM, base58 on Solana. */
export async function signTextWith(opened: PocketKey, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  return opened.family === 'evm'
    ? opened.key.signMessage(`0x${hexOfBytes(bytes)}`)
    : encodeBase58(await opened.key.signMessage(bytes))
}

const OF_VAULT: Partial<Record<VaultFaultKind, PocketFaultKind>> = {
  storage_full: 'storage_full',
  storage_failed: 'storage_failed',
  damaged: 'key_lost',
  unreadable: 'key_lost',
  missing: 'key_lost',
}

/** Work of the vault; its faults become those of the pocket account. */
export async function ofVault<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof VaultFault)) throw error
    throw new PocketFault(OF_VAULT[error.kind] ?? 'locked', error)
  }
}
