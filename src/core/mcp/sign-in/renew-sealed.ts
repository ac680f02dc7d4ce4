import type { Client } from '../../client/client.ts'
import { loadText, saveSecrets, type SecretsOwner } from '../../vault/connection-secrets.ts'
import { VaultFault } from '../../vault/vault-fault.ts'
import type { Vault } from '../../vault/vault.ts'
import { authorizationSecrets } from '../authorization.ts'
import { refreshToken } from './sign-in.ts'

const never = new AbortController().signal

/** Gets another token for a server whose token is in the vault, and saves it there; false where there is none. */
export async function renewSealed(
  { client, vault }: { client: Client; vault: Vault },
  owner: SecretsOwner,
): Promise<boolean> {
  const renew = async () => {
    const refresh = await loadText(vault, owner, 'refresh')
    if (refresh === undefined) return false
    // Never stopped: the authority may have ended the token before by then.
    const token = await refreshToken(client, refresh, never)
    if (!token.ok) return false
    const { authorization, ...next } = token.value
    await saveSecrets(vault, owner, { ...authorizationSecrets(authorization), ...next })
    return true
  }
  const { locks } = client.world
  try {
    // Many authorities take each refresh token once, so another tab waits, and uses the next one.
    return locks === undefined
      ? await renew()
      : await locks.request(`tool-server:${owner.connectionId}`, renew)
  } catch (error) {
    if (error instanceof VaultFault) return false
    throw error
  }
}
