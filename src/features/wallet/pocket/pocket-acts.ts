import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import type { Proof } from '../../../core/vault/vault.ts'
import {
  type KeyPlace,
  pocketChoice,
  unlockPocket,
} from '../../../core/wallet/pocket/pocket-account.ts'
import { connectWallet } from '../../../core/wallet/session/drivers.ts'
import { signIn } from '../../../core/wallet/state/sign-in.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'

const never = new AbortController().signal

/** Where a key is to be saved in the vault, `proof` sets it up, or the person unlocks the one there is. */
export async function needKeyPlace(keyPlace: KeyPlace, proof?: Proof): Promise<void> {
  if (keyPlace === 'memory') return
  const { unlockWaits, vault } = await import('../../../page/vault.ts')
  await vault.load()
  if (proof !== undefined && vault.store.getState().status === 'none') await vault.setUp(proof)
  else await unlockWaits.wait()
}

/** Unlocks an account, and pays from it from now on: its sign-in needs nobody. */
export async function payFromPocket(account: PocketAccount): Promise<void> {
  await unlockPocket(pocket, account.id, never)
  const { session } = wallet.session.getState()
  const isInUse = session?.id === pocketChoice(account).id
  if (!isInUse && !(await connectWallet(wallet, pocketChoice(account)))) return
  await signIn(wallet)
}
