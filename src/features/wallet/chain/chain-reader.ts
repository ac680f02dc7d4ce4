import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../../core/client/connection/wallet-config.ts'
import { type ChainRpc, httpRpc } from '../../../core/client/wallet/json-rpc.ts'
import { evmDriver } from '../session/drivers.ts'
import { walletStore } from '../session/wallet-session.ts'

/**
 * How a chain is read: at the local service where it runs that chain, else through the EVM wallet while it
 * is on it. The page's policy lets it ask nobody else. Undefined where there is no way.
 */
export function chainReader(
  network: PaymentNetwork,
  local: LocalChains | undefined,
): ChainRpc | undefined {
  const own = local?.chains.find((chain) => chain.network.id === network.id)
  if (own !== undefined) return httpRpc(own.rpcUrl)
  const { session } = walletStore.getState()
  return network.family === 'evm' && session?.chainId === network.chainId
    ? async (method, params) => (await evmDriver()).request(method, params)
    : undefined
}
