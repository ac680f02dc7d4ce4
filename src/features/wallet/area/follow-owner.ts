import { connectionStore } from '../../../core/client/connection/connection.ts'
import { payAsBefore, payWithWallet } from '../../../core/client/connection/pay-with.ts'
import { forgetPayingWallet } from '../../../core/storage/payments/paying-wallet.ts'
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
      payWithWallet(
        walletCredential(owner.session, { origin: owner.origin, local: local ?? undefined }),
      )
    } else if (isPaying()) payAsBefore()
    showOpenPayment()
    void readBalances()
  }
  if (wasPaying && !isPaying()) forgetPayingWallet()
  wasPaying = isPaying()
  if (!wasPaying && !areaStore.getState().isSigningIn) areaStore.setState({ signedIn: undefined })
}

function isPaying(): boolean {
  return connectionStore.getState().connection?.credential?.kind === 'wallet'
}

walletStore.subscribe(followOwner)
connectionStore.subscribe(followOwner)
followOwner()
