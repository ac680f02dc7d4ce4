import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { Wallet } from '../wallet.ts'
import { chainReader } from './chain-reader.ts'
import { solanaUsdcBalance } from './solana-reads.ts'

/** USDC of an address, atomic; undefined where nobody can read its network. Rejects when it cannot be read now. */
export async function usdcBalance(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view'>,
  network: PaymentNetwork,
  address: string,
): Promise<bigint | undefined> {
  const rpc = chainReader(wallet, network)
  if (rpc === undefined) return undefined
  if (network.family === 'evm') {
    const { evmUsdcBalance } = await import('./evm-reads.ts')
    return evmUsdcBalance(rpc, network.asset, address)
  }
  const { tokenAccountOf } = await import('./usdc-transfer.ts')
  return solanaUsdcBalance(rpc, tokenAccountOf(address, network.asset))
}
