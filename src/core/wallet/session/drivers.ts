import type { LocalChains, WalletRelay } from '../../client/connection/wallet-config.ts'
import { standsInForReal } from '../chain/stand-in.ts'
import { PHONE_RDNS } from '../phone/phone-names.ts'
import { isPractice } from '../practice/practice-names.ts'
import { discoverWallets } from './discover-wallets.ts'
import { forgetWallet, rememberedWallet } from './remembered-wallet.ts'
import { walletProblemOf } from './wallet-problem.ts'
import {
  type EvmDriver,
  type SolanaDriver,
  type WalletChoice,
  type WalletDriver,
  type WalletFamily,
  walletStore,
} from './wallet-session.ts'

let evm: Promise<EvmDriver> | undefined
let solana: Promise<SolanaDriver> | undefined

/** The EVM wallets of this browser; their code is fetched at the first call. */
export function evmDriver(): Promise<EvmDriver> {
  evm ??= import('./evm-wallets.ts').then(({ openEvmWallets }) => openEvmWallets())
  return evm
}

/** What wallets need of the page. */
interface DriverSetUp {
  /** Opens the Solana wallets: what reaches them is drawn, and nothing is drawn from here. */
  openSolana: () => Promise<SolanaDriver>
  /** How phone wallets are reached; undefined where they are not offered. */
  loadRelay: () => Promise<WalletRelay | undefined>
}

let setUp: DriverSetUp | undefined

/** Says what wallets need of the page; before that there are no Solana and no phone wallets. */
export function setUpDrivers(given: DriverSetUp): void {
  setUp = given
}

/** The Solana wallets of this browser; their code is fetched at the first call. */
export async function solanaDriver(): Promise<SolanaDriver> {
  if (setUp === undefined) throw new Error('not supported')
  return (solana ??= setUp.openSolana())
}

/** The wallets of one family. */
function driverOf(family: WalletFamily): Promise<WalletDriver> {
  return family === 'evm' ? evmDriver() : solanaDriver()
}

/**
 * Looks for wallets of both families. The practice wallet is among them where there are local chains, and
 * phones where the service names a project for them.
 */
export async function findWallets(local: LocalChains | undefined): Promise<void> {
  forgetBarred(local)
  await Promise.all([announcePractice(local), announcePhones(local)])
  discoverWallets()
}

/** Reconnects, without asking, the wallet that was connected on the last visit. */
export async function resumeWallet(local: LocalChains | undefined): Promise<void> {
  forgetBarred(local)
  const kept = rememberedWallet()
  if (kept === undefined) return
  await (kept.id === PHONE_RDNS ? announcePhones(local) : announcePractice(local))
  await driverOf(kept.family)
}

/** A wallet that may not sign here is not reconnected either. */
function forgetBarred(local: LocalChains | undefined): void {
  const kept = rememberedWallet()
  if (kept !== undefined && standsInForReal(local) && !isPractice(kept)) forgetWallet()
}

async function announcePractice(local: LocalChains | undefined): Promise<void> {
  if (local === undefined) return
  const { announcePracticeWallet } = await import('../practice/announce-practice-wallet.ts')
  announcePracticeWallet(local)
}

async function announcePhones(local: LocalChains | undefined): Promise<void> {
  // They are real wallets.
  if (standsInForReal(local)) return
  const relay = await setUp?.loadRelay()
  if (relay === undefined) return
  const { announcePhoneWallet } = await import('../phone/announce-phone-wallet.ts')
  announcePhoneWallet(relay, local)
}

/** Connects a wallet that was found; the wallet in use before is let go. */
export async function connectWallet({ family, id }: WalletChoice): Promise<boolean> {
  const { session } = walletStore.getState()
  walletStore.setState({ connecting: { id, family, silent: false }, problem: undefined })
  try {
    if (session !== undefined && session.family !== family)
      await (await driverOf(session.family)).disconnect()
    await (await driverOf(family)).connect(id)
    return true
  } catch (error) {
    walletStore.setState({ problem: walletProblemOf(error) })
    return false
  } finally {
    walletStore.setState({ connecting: undefined })
  }
}

/** Lets go of the wallet in use. */
export async function disconnectWallet(): Promise<void> {
  const { session } = walletStore.getState()
  if (session === undefined) return
  await (await driverOf(session.family)).disconnect().catch(() => undefined)
  walletStore.setState({ session: undefined, problem: undefined })
}
