import type { CredentialSource } from '../client/connection/credential.ts'
import { balanceOwner } from '../storage/payments/balance-readings.ts'
import { payingWallet } from '../storage/payments/paying-wallet.ts'
import type { WalletSession } from './session/wallet-session.ts'
import { shortAddress, walletCredential } from './sign-in/wallet-credential.ts'
import { isPaying } from './state/owner.ts'
import type { Wallet } from './wallet.ts'

/** How long a wallet may take to announce itself after the page was loaded, ms. */
const COMES_BACK_WITHIN_MS = 10_000

/**
 * Goes on paying from the wallet that paid on the last visit. It is reconnected without a question, and asked
 * for a signature only when a person sends something; until it is back nothing else pays in its place.
 */
export async function restorePayingWallet(wallet: Wallet): Promise<void> {
  const kept = payingWallet()
  const connection = wallet.connections.current()
  if (kept === undefined || connection?.baseUrl !== kept.baseUrl) return
  const { address, baseUrl } = kept
  const { origin } = new URL(baseUrl)
  const local = wallet.loadLocalChains()
  const credential: CredentialSource = {
    kind: 'wallet',
    label: `wallet ${shortAddress(address)}`,
    origin,
    authorize: async (request, signal) => {
      const session = await sessionOf(wallet, address, signal)
      return walletCredential(session, { origin, local: await local }, wallet).authorize(
        request,
        signal,
      )
    },
  }
  wallet.view.setState({ signedIn: balanceOwner(origin, address) })
  wallet.connections.payWithWallet(credential)
  void showStored(wallet, balanceOwner(origin, address))
  const chains = await local
  wallet.view.setState({ local: chains ?? null })
  await wallet.drivers.resume(chains)
}

/** Shows the credit as it was last heard of: the wallet may take a while to come back. */
async function showStored(wallet: Wallet, owner: string): Promise<void> {
  const latest = (await wallet.readings.list(owner).catch(() => [])).at(-1)
  const isNews = wallet.account.current().balanceAt === undefined
  if (
    latest !== undefined &&
    isNews &&
    isPaying(wallet) &&
    wallet.view.getState().signedIn === owner
  )
    wallet.account.show(latest.microUsd, latest.at)
}

/** The wallet with this account, as soon as it is back. Rejects when it is not, or when it was given up. */
function sessionOf(
  { session: store }: Pick<Wallet, 'session'>,
  address: string,
  signal: AbortSignal,
): Promise<WalletSession> {
  return new Promise((resolve, reject) => {
    const settle = (session: WalletSession | undefined) => {
      if (session?.address !== address) return
      stop()
      resolve(session)
    }
    const fail = () => {
      stop()
      reject(new Error('NotConnected'))
    }
    const miss = () => {
      store.setState({ unsigned: 'gone' })
      fail()
    }
    const timer = setTimeout(miss, COMES_BACK_WITHIN_MS)
    const unsubscribe = store.subscribe(({ session }) => settle(session))
    const stop = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', fail)
    }
    signal.addEventListener('abort', fail)
    if (signal.aborted) return fail()
    settle(store.getState().session)
  })
}
