import { connectionStore } from '../../../api/connection.ts'
import { payAsBefore } from '../../../api/pay-with.ts'
import { walletStore } from '../session/wallet-session.ts'
import { areaStore, resetArea } from './area-store.ts'
import { currentOwner } from './owner.ts'
import { readBalances } from './sign-in.ts'
import { showOpenPayment } from './top-up-steps.ts'

/*
 * Keeps the area about the API and the wallet in use, whether or not it is on screen: another account must
 * not go on paying with the sign-in of the one before.
 */

function followOwner(): void {
  const id = currentOwner()?.id
  if (id !== areaStore.getState().ownerId) {
    resetArea(id)
    if (connectionStore.getState().connection?.credential?.kind === 'wallet') payAsBefore()
    showOpenPayment()
    void readBalances()
  }
  const isPaying = connectionStore.getState().connection?.credential?.kind === 'wallet'
  if (!isPaying && !areaStore.getState().isSigningIn) areaStore.setState({ signedIn: undefined })
}

walletStore.subscribe(followOwner)
connectionStore.subscribe(followOwner)
followOwner()
