import type { StoreApi } from 'zustand/vanilla'

import { isJsonObject } from '../../../../contract/json.ts'
import { diemHeld } from '../../client/account/diem.ts'
import type { CredentialSource } from '../../client/connection/credential.ts'
import { balanceOwner } from '../../storage/payments/balance-readings.ts'
import { payingWallet } from '../../storage/payments/paying-wallet.ts'
import { shortAddress, walletCredential } from '../sign-in/wallet-credential.ts'
import { isPaying } from '../state/balances.ts'
import { loadLocalChains } from '../state/local-chains.ts'
import type { Wallet } from '../wallet.ts'
import { waitUntil } from '../world.ts'
import type { SessionState, WalletChoice, WalletFamily, WalletSession } from './wallet-session.ts'

/*
 * The wallets of this browser by the two standards in which they make themselves known. Their libraries are
 * large; they are fetched for the family of the wallet that a person chooses, and find it again there.
 */

/** What a Solana wallet must be able to do, as the wallet adapter wants it. */
const SOLANA_FEATURES = ['standard:connect', 'standard:events', 'solana:signTransaction']

/** Looks for wallets from now on; a wallet may also come later. */
export function discoverWallets(session: StoreApi<SessionState>): void {
  const showChoices = (family: WalletFamily, found: readonly WalletChoice[]) =>
    session.setState(({ choices }) => ({
      choices: [...choices.filter((choice) => choice.family !== family), ...found],
    }))
  discoverEvm(listOf('evm', showChoices))
  discoverSolana(listOf('solana', showChoices))
}

type ChoiceList = ReturnType<typeof listOf>

/** EIP-6963. */
function discoverEvm(found: ChoiceList): void {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const detail: unknown = Reflect.get(event, 'detail')
    const info = isJsonObject(detail) ? detail['info'] : undefined
    if (isJsonObject(info)) found.add(info['rdns'], info)
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The Wallet Standard. */
function discoverSolana(found: ChoiceList): void {
  const api = {
    register: (...wallets: unknown[]) => {
      const names = wallets
        .filter(isObject)
        .filter(isForSolana)
        .map((wallet) => {
          const name: unknown = Reflect.get(wallet, 'name')
          found.add(name, { name, icon: Reflect.get(wallet, 'icon') as unknown })
          return name
        })
      return () => {
        for (const name of names) found.remove(name)
      }
    },
  }
  window.addEventListener('wallet-standard:register-wallet', (event) => {
    const register: unknown = Reflect.get(event, 'detail')
    if (typeof register === 'function') register(api)
  })
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}

function listOf(
  family: WalletFamily,
  showChoices: (family: WalletFamily, found: readonly WalletChoice[]) => void,
) {
  const choices = new Map<unknown, WalletChoice>()
  const show = () => showChoices(family, [...choices.values()])
  return {
    add: (id: unknown, { name, icon }: { name?: unknown; icon?: unknown }) => {
      if (typeof id !== 'string' || typeof name !== 'string') return
      choices.set(id, { family, id, name: name.slice(0, 60), ...iconOf(icon) })
      show()
    },
    remove: (id: unknown) => {
      choices.delete(id)
      show()
    },
  }
}

/** The icon that a wallet gives of itself, where it is an image that needs no request. */
export function iconOf(icon: unknown): { icon?: string } {
  return typeof icon === 'string' && icon.startsWith('data:image/') ? { icon } : {}
}

function isForSolana(wallet: object): boolean {
  const features: unknown = Reflect.get(wallet, 'features')
  const chains: unknown = Reflect.get(wallet, 'chains')
  return (
    isObject(features) &&
    SOLANA_FEATURES.every((name) => name in features) &&
    Array.isArray(chains) &&
    chains.some((chain) => String(chain).startsWith('solana:'))
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

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
