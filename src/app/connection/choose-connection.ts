import { settleModel } from '../../core/chat/conversation/settle-model.ts'
import { isAllowedOrigin } from '../../core/client/connection/base-url.ts'
import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { chooseSaved } from '../../core/client/connection/saved-choice.ts'
import type { SavedConnection } from '../../core/storage/connection/saved-connections.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { keyHandover, savedConnections } from '../../page/connections.ts'
import { sealedKey } from '../../page/sealed-key.ts'
import { showToast } from '../../ui/feedback/toast.tsx'

/** Switches to a connection. False when its key has to be entered, or its origin be allowed. */
export function chooseConnection(id: string): boolean {
  if (!openConnection(id)) return false
  const { connection } = client.connections.store.getState()
  showToast(`Connected to ${connection?.name ?? ''}`)
  if (connection?.credential?.isSealed === true)
    void import('../vault/vault-acts.ts').then((m) => m.askToUnlock())
  void settleModel(chat)
  return true
}

/** Opens the connections whose keys came over the load of the page. */
export function openWithKeys(): Promise<void> {
  return keyHandover.arrive(client, savedConnections.store.getState())
}

/** Goes on with the connection of an earlier visit, if it can send without a question. */
export function reopenConnection(): boolean {
  const id = savedConnections.loadOpen()
  if (id === undefined || !openConnection(id)) return false
  // A conversation that has begun keeps its model.
  if (chat.conversation.getState().messages.length === 0) void settleModel(chat)
  return true
}

function openConnection(id: string): boolean {
  const { connections } = client
  if (id === LOCAL_ID) {
    if (!connections.select(LOCAL_ID)) connections.connectLocal()
    if (connections.store.getState().connection?.id !== LOCAL_ID) return false
  } else if (id === PRACTICE_ID) {
    if (!connections.select(PRACTICE_ID)) connections.connectPractice()
  } else {
    const saved = findSaved(id)
    if (saved === undefined || !isAllowed(saved) || !chooseSaved(client, saved, sealedKey))
      return false
    savedConnections.save({ ...saved, lastUsedAt: Date.now() })
  }
  savedConnections.saveOpen(id)
  return true
}

/** A saved connection by its id. */
export function findSaved(id: string): SavedConnection | undefined {
  return savedConnections.store.getState().find((saved) => saved.id === id)
}

function isAllowed({ baseUrl }: SavedConnection): boolean {
  const { config } = client.connections.store.getState()
  return isAllowedOrigin(new URL(baseUrl).origin, location.origin, config)
}
