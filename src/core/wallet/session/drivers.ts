import type { StoreApi } from 'zustand/vanilla'

import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { isPocket } from '../pocket/pocket-fault.ts'
import { isPractice } from '../practice/practice-names.ts'
import { usesRealChainIds } from '../state/local-chains.ts'
import type { Wallet } from '../wallet.ts'
import { aborted } from '../world.ts'
import { discoverWallets } from './discover-wallets.ts'
import {
  type EvmDriver,
  type SessionState,
  type SolanaDriver,
  type WalletChoice,
  type WalletDriver,
  type WalletDrivers,
  type WalletFamily,
  forgetWallet,
  rememberedWallet,
  walletProblemOf,
} from './wallet-session.ts'

interface DriverOptions {
  /** Opens the Solana wallets: what reaches them is drawn, and nothing is drawn from here. */
  openSolana?: (session: StoreApi<SessionState>) => Promise<SolanaDriver>
  /** Opens the accounts of this page that sign by themselves. */
  openPocket?: (
    session: StoreApi<SessionState>,
  ) => Promise<{ evm: EvmDriver; solana: SolanaDriver }>
}

/** Creates the way to the wallets of this browser, which show themselves in `session`. */
export function createDrivers(
  session: StoreApi<SessionState>,
  { openSolana, openPocket }: DriverOptions,
): WalletDrivers {
  let evm: Promise<EvmDriver> | undefined
  let solana: Promise<SolanaDriver> | undefined
  let pocket: Promise<{ evm: EvmDriver; solana: SolanaDriver }> | undefined
  const announced = { practice: false, discovered: false }

  const announcePractice = async (local: LocalChains | undefined) => {
    if (local === undefined) return
    const { announcePracticeWallet } = await import('../practice/announce-practice-wallet.ts')
    if (announced.practice) return
    announced.practice = true
    announcePracticeWallet(local)
  }
  const ofPocket = () => {
    if (openPocket === undefined) throw new Error('not supported')
    return (pocket ??= openPocket(session))
  }
  const isForPocket = (which: 'main' | 'pocket' | undefined) =>
    which === undefined ? session.getState().session?.kind === 'pocket' : which === 'pocket'

  const drivers: WalletDrivers = {
    evm: async (which) =>
      isForPocket(which)
        ? (await ofPocket()).evm
        : (evm ??= import('./evm-wallets.ts').then(({ openEvmWallets }) =>
            openEvmWallets(session),
          )),
    solana: async (which) => {
      if (isForPocket(which)) return (await ofPocket()).solana
      if (openSolana === undefined) throw new Error('not supported')
      return (solana ??= openSolana(session))
    },
    find: async (local) => {
      forgetBarred(local)
      await announcePractice(local)
      if (announced.discovered) return
      announced.discovered = true
      discoverWallets(session)
    },
    resume: async (local) => {
      forgetBarred(local)
      const kept = rememberedWallet()
      if (kept === undefined) return
      if (isPocket(kept)) {
        const driver = await driverOf(drivers, kept)
        // The account may have been removed in the meantime.
        return driver.connect(kept.id).catch(forgetWallet)
      }
      await announcePractice(local)
      await driverOf(drivers, kept)
    },
  }
  return drivers
}

/** What a wallet is reached by, whichever is in use. */
function driverOf(
  drivers: WalletDrivers,
  wallet: { family: WalletFamily; id: string },
): Promise<WalletDriver> {
  const which = isPocket(wallet) ? 'pocket' : 'main'
  return wallet.family === 'evm' ? drivers.evm(which) : drivers.solana(which)
}

/** A wallet that may not sign here is not reconnected either. */
function forgetBarred(local: LocalChains | undefined): void {
  const kept = rememberedWallet()
  if (kept !== undefined && usesRealChainIds(local) && !isPractice(kept) && !isPocket(kept))
    forgetWallet()
}

/** What was last to be connected in each page. */
const lastAttempts = new WeakMap<StoreApi<SessionState>, SessionState['connecting'] & object>()

/**
 * Connects a wallet that was found; the wallet in use before is let go, except beside the pocket account, which is
 * funded from it. One that doesn't answer can be canceled, by `cancel` of what is connecting or by choosing another:
 * a wallet that connects after that is let go.
 */
export async function connectWallet(
  { drivers, session: store }: Pick<Wallet, 'drivers' | 'session'>,
  choice: WalletChoice,
): Promise<boolean> {
  const { family, id } = choice
  store.getState().connecting?.cancel?.()
  const { session } = store.getState()
  const canceled = new AbortController()
  const { signal } = canceled
  const connecting = { id, family, silent: false, cancel: () => canceled.abort() }
  store.setState({ connecting, problem: undefined })
  lastAttempts.set(store, connecting)
  const connect = async () => {
    const isOther = session !== undefined && (session.family !== family || isPocket(session))
    if (isOther && !isPocket(choice)) await (await driverOf(drivers, session)).disconnect()
    if (signal.aborted) return
    const driver = await driverOf(drivers, choice)
    await driver.connect(id)
    const isThis = (one: { family: WalletFamily; id: string } | undefined) =>
      one?.family === family && one.id === id
    const last = lastAttempts.get(store)
    // Whoever chose it again meanwhile wants it.
    const isWanted = !signal.aborted || (last !== connecting && isThis(last))
    if (!isWanted && isThis(store.getState().session)) await driver.disconnect()
  }
  try {
    await Promise.race([connect(), aborted(signal)])
    return !signal.aborted
  } catch (error) {
    store.setState({ problem: walletProblemOf(error) })
    return false
  } finally {
    if (store.getState().connecting === connecting) store.setState({ connecting: undefined })
  }
}

/** Lets go of the wallet in use. */
export async function disconnectWallet({
  drivers,
  session: store,
}: Pick<Wallet, 'drivers' | 'session'>): Promise<void> {
  const { session } = store.getState()
  if (session === undefined) return
  await (await driverOf(drivers, session)).disconnect().catch(() => undefined)
  store.setState({ session: undefined, problem: undefined })
}
