import type { SavedConnection } from '../../../storage/connection/saved-connections.ts'
import type { Client } from '../../client.ts'
import type { CredentialSource } from '../credential.ts'

/** Whether a saved connection can only be opened with secrets. */
export function needsSecrets({ usesKey, secretHeaders }: SavedConnection): boolean {
  return usesKey || secretHeaders.length > 0
}

/**
 * Makes a saved connection the current one, if it is open in this tab, needs no secret, or has them in
 * the vault, as `sealed` makes a credential; false when its secrets have to be entered first.
 */
export function chooseSaved(
  { connections }: Client,
  saved: SavedConnection,
  sealed: (saved: SavedConnection) => CredentialSource,
): boolean {
  if (isOpen(connections.store.getState().open, saved)) return connections.select(saved.id)
  if (saved.isRemembered === true) connections.connectRemote(saved, sealed(saved))
  else if (needsSecrets(saved)) return false
  else connections.connectRemote(saved)
  return true
}

/** Whether a connection is open as it is saved: another tab may have moved it to another origin. */
export function isOpen(
  open: readonly { id: string; baseUrl: string; providerName: string }[],
  { id, baseUrl, providerName }: SavedConnection,
): boolean {
  return open.some(
    (one) => one.id === id && one.baseUrl === baseUrl && one.providerName === providerName,
  )
}
