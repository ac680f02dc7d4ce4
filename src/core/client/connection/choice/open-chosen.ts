import type { SavedConnection } from '../../../storage/connection/saved-connections.ts'
import type { Client } from '../../client.ts'
import type { Connections } from '../connections.ts'
import type { CredentialSource } from '../credential.ts'
import { LOCAL_ID, PRACTICE_ID } from '../own-connections.ts'
import { isOpen, needsSecrets } from './choose-saved.ts'

/** What one of several requests can be sent over: a saved connection, or one of the page's own. */
export interface ConnectionChoice {
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
