import type { SavedConnection } from '../../storage/connection/saved-connections.ts'
import type { Client } from '../client.ts'

/** Whether a saved connection can only be opened with secrets. */
export function needsSecrets({ usesKey, secretHeaders }: SavedConnection): boolean {
  return usesKey || secretHeaders.length > 0
}

/**
 * Makes a saved connection the current one, if it is open in this tab or needs no secret; false when
 * its secrets have to be entered first.
 */
export function chooseSaved({ connections }: Client, saved: SavedConnection): boolean {
  if (isOpen(connections.store.getState().open, saved)) return connections.select(saved.id)
  if (needsSecrets(saved)) return false
  connections.connectRemote(saved)
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
