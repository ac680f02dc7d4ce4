import type { EvmNetwork, PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { type ChainRpc, httpRpc } from '../../client/wallet/wallet-reads.ts'
import { localChains } from '../state/local-chains.ts'
import type { Wallet } from '../wallet.ts'
import { solanaUsdcBalance } from './solana-reads.ts'

/** After this long without a word from a wallet the chain counts as unreadable for now, ms. */
const ANSWER_WITHIN_MS = 15_000

/**
 * How a chain is read: at the local service where it runs that chain, else through the EVM wallet while it
 * is on it, beside a pocket account the main one. The page's policy lets it ask nobody else. Undefined where there is no way.
 * `local` are the chains of the API that it is about; by default of the one in use.
 */
export function chainReader(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view'>,
  network: PaymentNetwork,
  local: LocalChains | null = localChains(wallet) ?? null,
): ChainRpc | undefined {
  const own = local?.chains.find((chain) => chain.network.id === network.id)
  if (own !== undefined) return httpRpc(own.rpcUrl)
  const { session } = wallet.session.getState()
  if (network.family !== 'evm' || session?.chainId !== network.chainId) return undefined
  if (session.kind === 'pocket') return mainWalletReader(wallet, network)
  return async (method, params) => {
    const driver = await wallet.drivers.evm()
    return inTime(driver.request(method, params))
  }
}

/** The pocket account reads nothing by itself; a main wallet beside it does, while it is on the network. */
function mainWalletReader({ drivers }: Pick<Wallet, 'drivers'>, { chainId }: EvmNetwork): ChainRpc {
  return async (method, params) => {
    const driver = await drivers.evm('main')
    if ((await driver.current()).chainId !== chainId)
      throw new Error('The main wallet is on another network.')
    return inTime(driver.request(method, params))
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No response from the wallet.')), ANSWER_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

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
