import type { Secrets } from '../../../core/client/connection/credential.ts'
import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import { saveSecrets } from '../../../core/vault/connection-secrets.ts'
import { VaultFault } from '../../../core/vault/vault-fault.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'

const never = new AbortController().signal

/**
 * Saves what authorizes requests to a server that was just connected to, once the vault is unlocked or
 * set up. Until then, and when that fails, it stays in memory.
 */
export async function rememberAuthorization(
  server: SavedToolServer,
  secrets: Secrets,
): Promise<void> {
  try {
    const { vault, unlockWaits } = await import('../../../page/vault.ts')
    await unlockWaits.wait(never)
    const owner = { origin: new URL(server.url).origin, connectionId: server.id }
    await saveSecrets(vault, owner, secrets)
  } catch (error) {
    if (!(error instanceof VaultFault)) throw error
    showToast(error.kind === 'locked' ? 'Key not saved. It works until reload.' : error.message)
    return
  }
  // From here on its requests read the vault: a lock leaves no copy behind.
  await toolServers.useSealed(server.id)
}

/** Deletes what the vault has of a server. */
export async function forgetAuthorization({ id }: SavedToolServer): Promise<void> {
  const [{ vault }, { forgetSecrets }] = await Promise.all([
    import('../../../page/vault.ts'),
    import('../../../core/vault/connection-secrets.ts'),
  ])
  await vault.load()
  await forgetSecrets(vault, id)
}
