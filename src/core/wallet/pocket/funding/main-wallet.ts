import {
  type EvmNetwork,
  networkOf,
  type PaymentNetwork,
  type SolanaNetwork,
} from '../../../../../contract/wallet/networks.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { isPractice } from '../../practice/practice-names.ts'
import type {
  EvmDriver,
  SolanaDriver,
  WalletChoice,
  WalletDriver,
} from '../../session/wallet-session.ts'
import { localChains, usesRealChainIds } from '../../state/local-chains.ts'
import type { Wallet } from '../../wallet.ts'
import { connectFault, TransferFault } from './transfer-fault.ts'

/** The person's own wallet, connected and on the network of the account. */
export type MainWallet = { address: string } & (
  | { family: 'evm'; network: EvmNetwork; driver: EvmDriver }
  | { family: 'solana'; network: SolanaNetwork; driver: SolanaDriver }
)

function networkOfAccount({ networkId }: PocketAccount): PaymentNetwork {
  const network = networkOf(networkId)
  if (network === undefined) throw new Error(`Unknown network ${networkId}.`)
  return network
}

/**
 * Connects a wallet as the main one of an account, and switches it to the account's network where it is on another.
 * Called by a press only. Rejects with a {@link TransferFault}: nothing was sent then.
 */
export async function connectMainWallet(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'view' | 'isOnline'>,
  account: PocketAccount,
  choice: WalletChoice,
): Promise<MainWallet> {
  const network = networkOfAccount(account)
  if (!wallet.isOnline()) throw new TransferFault('offline')
  if (usesRealChainIds(localChains(wallet)) && !isPractice(choice))
    throw new TransferFault('practice_only')
  try {
    if (network.family === 'evm') {
      const driver = await wallet.drivers.evm('main')
      await driver.connect(choice.id)
      if ((await driver.current()).chainId !== network.chainId) await driver.switchTo(network)
      return { family: 'evm', network, driver, address: await addressOn(driver, network.chainId) }
    }
    const driver = await wallet.drivers.solana('main')
    await driver.connect(choice.id)
    return { family: 'solana', network, driver, address: await addressOn(driver) }
  } catch (error) {
    throw error instanceof TransferFault ? error : connectFault(error)
  }
}

async function addressOn(driver: WalletDriver, chainId?: number): Promise<string> {
  const current = await driver.current()
  if (current.address === undefined) throw new TransferFault('disconnected')
  if (current.chainId !== chainId) throw new TransferFault('wrong_network')
  return current.address
}
