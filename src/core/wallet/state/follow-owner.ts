import { forgetPayingWallet } from '../../storage/payments/paying-wallet.ts'
import { isOpen } from '../../storage/payments/payment-intent.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import type { Wallet } from '../wallet.ts'
import { currentOwner, followAccount, isPaying, loadBalances } from './balances.ts'
import { showOpenPayment } from './top-up.ts'
import { putAway, resetView } from './view-store.ts'

/**
 * Keeps the area about the API and the wallet in use, whether or not it is on screen: another account must
 * not go on paying with the sign-in of the one before. Returns the way to stop.
 */
export function followOwner(wallet: Wallet): () => void {
  /** Whether requests were paid from a wallet when this was last looked at. */
  let wasPaying = false

  const update = () => {
    const owner = currentOwner(wallet)
    const baseUrl = wallet.connections.current()?.baseUrl
    const { signedIn, ...shown } = wallet.view.getState()
    if (owner?.id !== shown.ownerId || baseUrl !== shown.baseUrl) {
      // The wallet that was chosen on the last visit is back; any other one must not pay in its place.
      const isBack = isPaying(wallet) && owner !== undefined && owner.id === signedIn
      resetView(wallet.view, { ownerId: owner?.id, baseUrl })
      putAway(wallet, (payment) =>
        owner === undefined
          ? !isOpen(payment)
          : payment.wallet !== owner.session.address || payment.origin !== owner.origin,
      )
      if (isBack) {
        wallet.view.setState({ signedIn })
        const { session, connection } = owner
        wallet.connections.payWithWallet(walletCredential(wallet, session, connection))
      } else if (isPaying(wallet)) wallet.connections.restorePaymentMethod()
      showOpenPayment(wallet)
      void loadBalances(wallet)
    }
    if (wasPaying && !isPaying(wallet)) forgetPayingWallet()
    wasPaying = isPaying(wallet)
    if (!wasPaying && !wallet.view.getState().isSigningIn)
      wallet.view.setState({ signedIn: undefined })
  }

  const stops = [
    followAccount(wallet),
    wallet.session.subscribe(update),
    wallet.connections.subscribe(update),
  ]
  update()
  return () => {
    for (const stop of stops) stop()
  }
}
