import type { CredentialSource } from '../core/client/connection/credential.ts'
import type { SavedConnection } from '../core/storage/connection/saved-connections.ts'
import { sealedCredential } from '../core/vault/sealed-credential.ts'

/** The credential of a connection, or a tool server, whose secrets are in the vault, which is loaded with its first request. */
export function sealedKey({
  id,
  baseUrl,
}: Pick<SavedConnection, 'id' | 'baseUrl'>): CredentialSource {
  return sealedCredential(() => import('./vault.ts'), {
    origin: new URL(baseUrl).origin,
    connectionId: id,
  })
}
