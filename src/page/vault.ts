import { settleModel } from '../core/chat/conversation/settle-model.ts'
import type { Secrets } from '../core/client/connection/credential.ts'
import { refetchFailed } from '../core/client/queries/connection-query.ts'
import { Fault } from '../core/failures/fault.ts'
import { createChannel } from '../core/storage/db/channel.ts'
import * as storage from '../core/storage/vault/vault-records.ts'
import { createUnlockWaits, lockWhenIdle } from '../core/vault/lock-when-idle.ts'
import type { PasskeyWorld } from '../core/vault/passkey.ts'
import { forgetSecrets, saveSecrets, type SecretsOwner } from '../core/vault/sealed-credential.ts'
import { createVault, type VaultMessage, type VaultState } from '../core/vault/vault.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { chat } from './chat.ts'
import { client } from './client.ts'
import { savedConnections } from './connections.ts'
import { vaultDialogStore } from './dialog-stores.ts'
import { queryClient } from './query-client.ts'

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

/** Saves secrets once the vault is unlocked or set up. Where that fails it says so; they stay in memory. */
export async function rememberSecrets(owner: SecretsOwner, secrets: Secrets): Promise<boolean> {
  const fault = await faultOf(async () => {
    await unlockWaits.wait()
    await saveSecrets(vault, owner, secrets)
  })
  if (fault !== undefined)
    showToast(fault.kind === 'locked' ? 'Key not saved. It works until reload.' : fault.message)
  return fault === undefined
}

/** Deletes what the vault has of a connection or a tool server. */
export async function forgetConnection(id: string): Promise<void> {
  const fault = await faultOf(async () => {
    await vault.load()
    await forgetSecrets(vault, id)
  })
  if (fault !== undefined) showToast(fault.message)
}

/** What the vault could not do; undefined where it succeeded. */
export async function faultOf(work: () => Promise<void>): Promise<Fault | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}
