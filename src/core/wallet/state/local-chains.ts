import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import type { Wallet } from '../wallet.ts'

/**
 * The chains of the local service while it is the API in use: another API's network of the same id is another one.
 * Undefined where there are none, or while they are not known.
 */
export function localChains({
  connections,
  view,
}: Pick<Wallet, 'connections' | 'view'>): LocalChains | undefined {
  return connections.current()?.kind === 'local' ? (view.getState().local ?? undefined) : undefined
}

/** The chains that the local service runs, whichever API is in use; asked for when they are not known yet. */
export async function loadLocalChains(
  wallet: Pick<Wallet, 'view' | 'loadLocalChains'>,
): Promise<LocalChains | undefined> {
  if (wallet.view.getState().local === undefined)
    wallet.view.setState({ local: (await wallet.loadLocalChains()) ?? null })
  return wallet.view.getState().local ?? undefined
}

/**
 * True when the local service gives chains of its own the ids of real ones. A real wallet's signature for such
 * a chain would be good on the real one too, so only the practice wallet may sign there.
 */
export function usesRealChainIds(local: LocalChains | null | undefined): boolean {
  return local?.chains.some(({ network }) => !network.test) === true
}

/** True for USDC worth nothing: of a test network, or of a chain of the local service in use. */
export function isTestnet(network: PaymentNetwork, local: LocalChains | null | undefined): boolean {
  return network.test || local?.chains.some((chain) => chain.network.id === network.id) === true
}

/** A network as it is named before anything is signed: "Base mainnet: real USDC". */
export function networkWords(
  network: PaymentNetwork,
  local: LocalChains | null | undefined,
): string {
  return isTestnet(network, local)
    ? `${network.name}, testnet USDC`
    : `${network.name} mainnet: real USDC`
}
