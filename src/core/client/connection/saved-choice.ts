import type { SavedConnection } from '../../storage/connection/saved-connections.ts'
import type { Client } from '../client.ts'
import { type Connections, LOCAL_ID, PRACTICE_ID } from './connections.ts'
import type { CredentialSource } from './credential.ts'

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

/** What one of several requests can be sent over: a saved connection, or one of the page's own. */
interface ConnectionChoice {
  id: string
  name: string
  /** Whether it is open, or can be opened without entering a secret. */
  isReady: boolean
}

/** What requests can be sent over, the page's own first. */
export function connectionChoices(
  { config, open }: ReturnType<Connections['store']['getState']>,
  saved: readonly SavedConnection[],
): ConnectionChoice[] {
  return [
    ...(config.baseUrl === undefined
      ? []
      : [{ id: LOCAL_ID, name: 'This machine', isReady: true }]),
    { id: PRACTICE_ID, name: 'Practice', isReady: true },
    ...saved.map((one) => ({
      id: one.id,
      name: one.name,
      isReady: isOpen(open, one) || !needsSecrets(one) || one.isRemembered === true,
    })),
  ]
}

/** Opens a chosen connection, if it takes no secret or has it in the vault (`sealed`). */
export function openChosen(
  { connections }: Pick<Client, 'connections'>,
  chosen: SavedConnection | { id: string } | undefined,
  sealed: (saved: SavedConnection) => CredentialSource,
): void {
  if (chosen === undefined) return
  if (chosen.id === LOCAL_ID || chosen.id === PRACTICE_ID) connections.openOwn(chosen.id)
  else if ('baseUrl' in chosen && !isOpen(connections.store.getState().open, chosen)) {
    if (chosen.isRemembered === true) connections.open(chosen, sealed(chosen))
    else if (!needsSecrets(chosen)) connections.open(chosen)
  }
}
