import { forgetPayingWallet } from '../../../core/storage/payments/paying-wallet.ts'
import { client } from '../../../page/client.ts'
import { walletStore } from '../session/wallet-session.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import { areaStore, resetArea } from './area-store.ts'
import { currentOwner } from './owner.ts'
import { readBalances } from './sign-in.ts'
import { showOpenPayment } from './top-up-steps.ts'

/*
 * Keeps the area about the API and the wallet in use, whether or not it is on screen: another account must
 * not go on paying with the sign-in of the one before.
 */

/** Whether requests were paid from a wallet when this was last looked at. */
let wasPaying = false

function followOwner(): void {
  const owner = currentOwner()
  const { ownerId, signedIn, local } = areaStore.getState()
  if (owner?.id !== ownerId) {
    // The wallet that was chosen on the last visit is back; any other one must not pay in its place.
    const isBack = isPaying() && owner !== undefined && owner.id === signedIn
    resetArea(owner?.id)
    if (isBack) {
      areaStore.setState({ signedIn })
      client.connections.payWithWallet(
        walletCredential(owner.session, { origin: owner.origin, local: local ?? undefined }),
      )
    } else if (isPaying()) client.connections.payAsBefore()
    showOpenPayment()
    void readBalances()
  }
  if (wasPaying && !isPaying()) forgetPayingWallet()
  wasPaying = isPaying()
  if (!wasPaying && !areaStore.getState().isSigningIn) areaStore.setState({ signedIn: undefined })
}

function isPaying(): boolean {
  return client.connections.store.getState().connection?.credential?.kind === 'wallet'
}

walletStore.subscribe(followOwner)
client.connections.store.subscribe(followOwner)
followOwner()
