import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import type { Wallet } from '../wallet.ts'

/** The chains of the local service; undefined where there are none, or while they are not known. */
export function localChains({ view }: Pick<Wallet, 'view'>): LocalChains | undefined {
  return view.getState().local ?? undefined
}

/** The same, asked for when they are not known yet. */
export async function loadLocalChains(
  wallet: Pick<Wallet, 'view' | 'loadLocalChains'>,
): Promise<LocalChains | undefined> {
  if (wallet.view.getState().local === undefined)
    wallet.view.setState({ local: (await wallet.loadLocalChains()) ?? null })
  return localChains(wallet)
}

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
