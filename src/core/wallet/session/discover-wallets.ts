import type { StoreApi } from 'zustand/vanilla'

import { isJsonObject } from '../../../../contract/json.ts'
import type { SessionState, WalletChoice, WalletFamily } from './wallet-session.ts'

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

/** The choices of one family by their ids, and on the screen. */
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
