import { type CredentialSource, secretsCredential } from '../client/connection/credential.ts'
import { loadSecrets, type SecretsOwner } from './connection-secrets.ts'
import type { UnlockWaits } from './unlock-waits.ts'
import { VaultFault } from './vault-fault.ts'
import type { Vault } from './vault.ts'

/** The vault, and the way to have the person unlock it. */
export interface OpenVault {
  vault: Vault
  unlockWaits: Pick<UnlockWaits, 'wait'>
}

/**
 * A credential whose secrets are in the vault: each request reads them there, so that a lock leaves
 * nothing behind. A request of the person waits until they have unlocked; one that the page sends by
 * itself is refused while locked.
 */
export function sealedCredential(
  loadVault: () => Promise<OpenVault>,
  owner: SecretsOwner,
): CredentialSource {
  const { origin } = owner
  /** As long as the vault is unlocked: what masks the secrets in texts of the person. */
  let unlocked: CredentialSource | undefined
  const read = async (isBackground: boolean, signal: AbortSignal) => {
    const { vault, unlockWaits } = await loadVault()
    if (vault.store.getState().status === 'loading') await vault.load()
    if (vault.store.getState().status !== 'unlocked') {
      if (isBackground) throw new VaultFault('locked')
      await unlockWaits.wait(signal)
    }
    const credential = secretsCredential(await loadSecrets(vault, owner), origin)
    if (credential === undefined) throw new VaultFault('missing')
    if (unlocked === undefined) {
      const stop = vault.store.subscribe(({ status }) => {
        if (status === 'unlocked') return
        stop()
        unlocked = undefined
      })
    }
    unlocked = credential
    return credential
  }
  return {
    kind: 'api-key',
    isSealed: true,
    label: 'saved key',
    origin,
    authorize: async (request, signal) =>
      (await read(request.isBackground === true, signal)).authorize(request, signal),
    withoutSecret: (text) => unlocked?.withoutSecret?.(text) ?? text,
  }
}
