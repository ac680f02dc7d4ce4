import type { CredentialSource } from '../../core/client/connection/credential.ts'
import { loadLocalChains } from '../../core/client/connection/wallet-config.ts'
import { balanceOwner } from '../../core/storage/payments/balance-readings.ts'
import { payingWallet } from '../../core/storage/payments/paying-wallet.ts'
import { client } from '../../page/client.ts'
import { areaStore } from './area/area-store.ts'
import './area/follow-owner.ts'
import { resumeWallet } from './session/drivers.ts'
import { type WalletSession, walletStore } from './session/wallet-session.ts'
import { shortAddress, walletCredential } from './sign-in/wallet-credential.ts'

/** How long a wallet may take to announce itself after the page was loaded, ms. */
const COMES_BACK_WITHIN_MS = 10_000

/**
 * Goes on paying from the wallet that paid on the last visit. It is reconnected without a question, and asked
 * for a signature only when a person sends something; until it is back nothing else pays in its place.
 */
export async function resumePaying(): Promise<void> {
  const kept = payingWallet()
  const { connection } = client.connections.store.getState()
  if (kept === undefined || connection?.baseUrl !== kept.baseUrl) return
  const { address, baseUrl } = kept
  const { origin } = new URL(baseUrl)
  const local = loadLocalChains(client)
  const credential: CredentialSource = {
    kind: 'wallet',
    label: `wallet ${shortAddress(address)}`,
    origin,
    authorize: async (request, signal) => {
      const session = await sessionOf(address, signal)
      return walletCredential(session, { origin, local: await local }).authorize(request, signal)
    },
  }
  areaStore.setState({ signedIn: balanceOwner(origin, address) })
  client.connections.payWithWallet(credential)
  const chains = await local
  areaStore.setState({ local: chains ?? null })
  await resumeWallet(chains)
}

/** The wallet with this account, as soon as it is back. Rejects when it is not, or when it was given up. */
function sessionOf(address: string, signal: AbortSignal): Promise<WalletSession> {
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
    const timer = setTimeout(fail, COMES_BACK_WITHIN_MS)
    const unsubscribe = walletStore.subscribe(({ session }) => settle(session))
    const stop = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', fail)
    }
    signal.addEventListener('abort', fail)
    settle(walletStore.getState().session)
  })
}
