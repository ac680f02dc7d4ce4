import { settleModel } from '../core/chat/conversation/settle-model.ts'
import { refetchFailed } from '../core/client/queries/query-failure.ts'
import { createChannel } from '../core/storage/db/channel.ts'
import * as storage from '../core/storage/vault/vault-records.ts'
import { createUnlockWaits, lockWhenIdle } from '../core/vault/lock-when-idle.ts'
import type { PasskeyWorld } from '../core/vault/passkey.ts'
import { createVault, type VaultMessage, type VaultState } from '../core/vault/vault.ts'
import { chat } from './chat.ts'
import { client } from './client.ts'
import { savedConnections } from './connections.ts'
import { queryClient } from './query-client.ts'
import { vaultDialogStore } from './vault-dialog-store.ts'

const clock = { now: () => Date.now(), elapsed: () => performance.now() }

/** Where this page gets passkeys. */
export const passkeyWorld: PasskeyWorld = {
  hostname: location.hostname,
  crypto,
  credentials: 'PublicKeyCredential' in globalThis ? navigator.credentials : undefined,
}

/** The secrets saved in this browser. Loaded when the first of them is needed. */
export const vault = createVault({
  ...passkeyWorld,
  storage,
  channel: createChannel<VaultMessage>('vault'),
  clock,
  report: reportError,
})

lockWhenIdle(vault, { clock, window, document, channel: createChannel<'active'>('vault-activity') })

/** Asks the person to unlock, where that is needed. */
export const unlockWaits = createUnlockWaits(vault, (isWaiting) =>
  vaultDialogStore.setState({ shown: isWaiting ? 'unlock' : undefined }),
)

vault.store.subscribe((state, before) => {
  if (state.status !== 'loading') markRemembered(state)
  if (state.status === 'unlocked' && before.status !== 'unlocked') void readAgain()
})

/** The list of connections says of which the vault has the secrets; one without them needs its key again. */
function markRemembered({ secrets }: VaultState): void {
  const { connections } = client
  for (const { isRemembered: was = false, ...saved } of savedConnections.store.getState()) {
    const { origin } = new URL(saved.baseUrl)
    const isRemembered = secrets.some(
      (ref) => ref.connectionId === saved.id && ref.origin === origin && ref.purpose !== 'wallet',
    )
    if (isRemembered === was) continue
    savedConnections.save({ ...saved, ...(isRemembered && { isRemembered }) })
    const open = connections.store.getState().open.find(({ id }) => id === saved.id)
    const credential = open?.credential
    if (!isRemembered && credential?.kind === 'api-key' && credential.isSealed === true)
      connections.close(saved.id)
  }
}

/** What the page read by itself while it was locked failed. */
async function readAgain(): Promise<void> {
  await refetchFailed(queryClient)
  await settleModel(chat)
}
