import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'

/**
 * True when the local service gives chains of its own the ids of real ones. A real wallet's signature for such
 * a chain would be good on the real one too, so only the practice wallet may sign there.
 */
export function usesRealChainIds(local: LocalChains | null | undefined): boolean {
  return local?.chains.some(({ network }) => !network.test) === true
}

/** True for USDC that is worth nothing: of a test network, or of a chain that the local service runs. */
export function isTestnet(network: PaymentNetwork, local: LocalChains | null | undefined): boolean {
  return network.test || local?.chains.some((chain) => chain.network.id === network.id) === true
}
