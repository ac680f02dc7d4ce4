import { diemHeld } from '../client/account/diem.ts'
import type { CredentialSource } from '../client/connection/credential.ts'
import { balanceOwner } from '../storage/payments/balance-readings.ts'
import { payingWallet } from '../storage/payments/paying-wallet.ts'
import type { WalletSession } from './session/wallet-session.ts'
import { shortAddress, walletCredential } from './sign-in/wallet-credential.ts'
import { loadLocalChains } from './state/local-chains.ts'
import { isPaying } from './state/owner.ts'
import { waitUntil } from './wait.ts'
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
  const { address } = kept
  const { origin } = new URL(connection.baseUrl)
  const local = loadLocalChains(wallet)
  const credential: CredentialSource = {
    kind: 'wallet',
    label: `wallet ${shortAddress(address)}`,
    origin,
    authorize: async (request, signal) => {
      const session = await sessionOf(wallet, address, signal)
      await local
      return walletCredential(wallet, session, connection).authorize(request, signal)
    },
  }
  wallet.view.setState({ signedIn: balanceOwner(origin, address) })
  wallet.connections.payWithWallet(credential)
  void showStored(wallet, balanceOwner(origin, address))
  await wallet.drivers.resume(await local)
}

/** Shows the credit as it was last heard of: the wallet may take a while to come back. */
async function showStored(wallet: Wallet, owner: string): Promise<void> {
  const stored = await wallet.readings.list(owner).catch(() => [])
  const latest = stored.at(-1)
  const isShown = isPaying(wallet) && wallet.view.getState().signedIn === owner
  if (latest === undefined || !isShown) return
  wallet.account.showDiem(diemHeld(stored))
  if (latest.at > (wallet.account.current().balanceAt ?? 0))
    wallet.account.show(latest.microUsd, latest.at)
}

/** The wallet with this account, as soon as it is back. Rejects when it is not, or when it was given up. */
async function sessionOf(
  { session: store }: Pick<Wallet, 'session'>,
  address: string,
  signal: AbortSignal,
): Promise<WalletSession> {
  const read = () => {
    const { session } = store.getState()
    return session?.address === address ? session : undefined
  }
  const session = await waitUntil(read, store.subscribe, COMES_BACK_WITHIN_MS, signal)
  if (session !== undefined) return session
  if (!signal.aborted) store.setState({ unsigned: 'gone' })
  throw new Error('NotConnected')
}
