import { settleModel } from '../../core/chat/conversation/settle-model.ts'
import type { Secrets } from '../../core/client/connection/credential.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { sealedKey } from '../../page/sealed-key.ts'
import {
  faultOf,
  forgetConnection,
  rememberSecrets as saveInVault,
  unlockWaits,
  vault,
} from '../../page/vault.ts'
import { showDialog } from '../shell-store.ts'

/** Has the person unlock the saved keys, if they are locked. Who refuses changes nothing. */
export async function askToUnlock(): Promise<void> {
  if (isPaidByWallet()) return
  await faultOf(() => unlockWaits.wait())
}

/** Over the connection dialog of a locked connection: whoever unlocks wanted no more of it. */
export async function unlockFromChip(): Promise<void> {
  if (isPaidByWallet()) return
  await faultOf(async () => {
    await vault.load()
    if (vault.store.getState().status === 'unlocked') return
    await unlockWaits.wait()
    showDialog(undefined)
  })
}

/** Saves the secrets of a new connection once the vault is open; false forgets them. Else in memory. */
export async function rememberSecrets(id: string, secrets: Secrets | false): Promise<void> {
  if (secrets === false) return forgetConnection(id)
  if (secrets.apiKey === '' && secrets.headers.length === 0) return undefined
  const saved = savedConnections.store.getState().find((one) => one.id === id)
  if (saved === undefined) return undefined
  const { origin } = new URL(saved.baseUrl)
  if (!(await saveInVault({ origin, connectionId: id }, secrets))) return undefined
  // From here on its requests read the vault: a lock leaves no copy behind.
  client.connections.open(saved, sealedKey(saved))
  await settleModel(chat)
  return undefined
}

/** A pocket account is unlocked by itself, when a request needs it. */
function isPaidByWallet(): boolean {
  return client.connections.store.getState().connection?.credential?.kind === 'wallet'
}
