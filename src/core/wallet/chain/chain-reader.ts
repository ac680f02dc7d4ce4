import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { type ChainRpc, httpRpc } from '../../client/wallet/json-rpc.ts'
import { localChains } from '../state/local-chains.ts'
import type { Wallet } from '../wallet.ts'

/** After this long without a word from a wallet the chain counts as unreadable for now, ms. */
const ANSWER_WITHIN_MS = 15_000

/**
 * How a chain is read: at the local service where it runs that chain, else through the EVM wallet while it
 * is on it. The page's policy lets it ask nobody else. Undefined where there is no way.
 */
export function chainReader(
  wallet: Pick<Wallet, 'drivers' | 'session' | 'view'>,
  network: PaymentNetwork,
): ChainRpc | undefined {
  const own = localChains(wallet)?.chains.find((chain) => chain.network.id === network.id)
  if (own !== undefined) return httpRpc(own.rpcUrl)
  const { session } = wallet.session.getState()
  return network.family === 'evm' && session?.chainId === network.chainId
    ? async (method, params) => {
        const driver = await wallet.drivers.evm()
        return inTime(driver.request(method, params))
      }
    : undefined
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
