import { settleModel } from '../../core/chat/conversation/settle-model.ts'
import type { Secrets } from '../../core/client/connection/credential.ts'
import { forgetSecrets, saveSecrets } from '../../core/vault/connection-secrets.ts'
import { VaultFault } from '../../core/vault/vault-fault.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { sealedKey } from '../../page/sealed-key.ts'
import { unlockWaits, vault } from '../../page/vault.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'

const never = new AbortController().signal

/** Has the person unlock the saved keys, if they want to. */
export async function askToUnlock(): Promise<void> {
  await reported(() => unlockWaits.wait(never))
}

/**
 * Saves the secrets of a connection that was just made, once the vault is unlocked or set up; false
 * forgets what was saved of it. Until then, and when it fails, they stay in memory.
 */
export async function rememberSecrets(id: string, secrets: Secrets | false): Promise<void> {
  if (secrets === false) return forgetConnection(id)
  if (secrets.apiKey === '' && secrets.headers.length === 0) return undefined
  const saved = savedConnections.store.getState().find((one) => one.id === id)
  if (saved === undefined) return undefined
  const isSaved = await reported(async () => {
    await unlockWaits.wait(never)
    const { origin } = new URL(saved.baseUrl)
    await saveSecrets(vault, { origin, connectionId: id }, secrets)
  })
  if (!isSaved) return undefined
  // From here on its requests read the vault: a lock leaves no copy behind.
  client.connections.open(saved, sealedKey(saved))
  await settleModel(chat)
  return undefined
}

/** Deletes what the vault has of a connection. */
export async function forgetConnection(id: string): Promise<void> {
  await reported(async () => {
    await vault.load()
    await forgetSecrets(vault, id)
  })
}

/** Whether it succeeded. What failed loses nothing that works, so a notice is enough. */
async function reported(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof VaultFault)) throw error
    if (error.kind !== 'locked') showToast(error.message)
    else showToast('Keys stay locked. A new key works until reload.')
    return false
  }
}
