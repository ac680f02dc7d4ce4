import { forgetPayingWallet } from '../../storage/payments/paying-wallet.ts'
import { walletStore } from '../session/wallet-session.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import type { WalletWorld } from '../world.ts'
import { areaStore, resetArea } from './area-store.ts'
import { followAccount, loadBalances } from './balances.ts'
import { currentOwner, isPaying } from './owner.ts'
import { showOpenPayment } from './top-up-steps.ts'

/**
 * Keeps the area about the API and the wallet in use, whether or not it is on screen: another account must
 * not go on paying with the sign-in of the one before. Returns the way to stop.
 */
export function followOwner(world: WalletWorld): () => void {
  /** Whether requests were paid from a wallet when this was last looked at. */
  let wasPaying = false

  const look = () => {
    const owner = currentOwner(world)
    const { ownerId, signedIn, local } = areaStore.getState()
    if (owner?.id !== ownerId) {
      // The wallet that was chosen on the last visit is back; any other one must not pay in its place.
      const isBack = isPaying(world) && owner !== undefined && owner.id === signedIn
      resetArea(owner?.id)
      if (isBack) {
        areaStore.setState({ signedIn })
        const { session, origin } = owner
        world.connections.payWithWallet(
          walletCredential(session, { origin, local: local ?? undefined }, world),
        )
      } else if (isPaying(world)) world.connections.payAsBefore()
      showOpenPayment(world)
      void loadBalances(world)
    }
    if (wasPaying && !isPaying(world)) forgetPayingWallet()
    wasPaying = isPaying(world)
    if (!wasPaying && !areaStore.getState().isSigningIn) areaStore.setState({ signedIn: undefined })
  }

  const stops = [
    followAccount(world),
    walletStore.subscribe(look),
    world.connections.subscribe(look),
  ]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
