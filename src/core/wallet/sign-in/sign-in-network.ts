import { BASE, type PaymentNetwork, SOLANA } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import type { WalletFamily } from '../session/wallet-session.ts'

/** The chain that a sign-in names: one of the local service's, else the contract's. */
export function signInNetwork(
  family: WalletFamily,
  local: LocalChains | undefined,
): PaymentNetwork {
  const own = local?.chains.find(({ network }) => network.family === family)
  return own?.network ?? (family === 'evm' ? BASE : SOLANA)
}
