import type { Secrets } from '../core/client/connection/credential.ts'
import { forgetSecrets, saveSecrets, type SecretsOwner } from '../core/vault/sealed-credential.ts'
import { VaultFault } from '../core/vault/vault-fault.ts'
import { showToast } from '../ui/feedback/toast-store.ts'
import { unlockWaits, vault } from './vault.ts'

const never = new AbortController().signal

/** Saves secrets once the vault is unlocked or set up. Where that fails it says so; they stay in memory. */
export async function rememberSecrets(owner: SecretsOwner, secrets: Secrets): Promise<boolean> {
  const fault = await faultOf(async () => {
    await unlockWaits.wait(never)
    await saveSecrets(vault, owner, secrets)
  })
  if (fault !== undefined)
    showToast(fault.kind === 'locked' ? 'Key not saved. It works until reload.' : fault.message)
  return fault === undefined
}

/** Deletes what the vault has of a connection or a tool server. */
export async function forgetConnection(id: string): Promise<void> {
  const fault = await faultOf(async () => {
    await vault.load()
    await forgetSecrets(vault, id)
  })
  if (fault !== undefined) showToast(fault.message)
}

/** What the vault could not do; undefined where it succeeded. */
export async function faultOf(work: () => Promise<void>): Promise<VaultFault | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof VaultFault) return error
    throw error
  }
}
