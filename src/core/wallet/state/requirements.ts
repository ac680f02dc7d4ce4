import { PAYMENT_NETWORKS, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { saveTerms, recentTerms } from '../../storage/payments/top-up-terms.ts'
import { chainReader } from '../chain/chain-reader.ts'
import { usdcBalance } from '../chain/usdc-balance.ts'
import type { Wallet } from '../wallet.ts'
import { localChains } from './local-chains.ts'
import { currentOwner, unreachable } from './owner.ts'

/** The chains on which payments to the current API may be signed. */
export function allowedNetworks(
  wallet: Pick<Wallet, 'connections' | 'view'>,
): readonly PaymentNetwork[] {
  const local = localChains(wallet)
  const isLocal = wallet.connections.current()?.kind === 'local'
  // The local service's own chains only: what it advertises beside them would be somebody else's.
  return isLocal && local
    ? local.chains.map(({ network }) => network)
    : PAYMENT_NETWORKS.filter(({ test }) => !test)
}

/** How old the terms may be that an amount is chosen by; they are asked for anew before the check, ms. */
export const CHOOSE_TERMS_AGE_MS = 5 * 60_000

/** How old they may be when the API cannot say them anew, for instance because it was asked too often, ms. */
const SPARE_TERMS_AGE_MS = 60_000

/** Asks the API how top-ups are paid unless it said so just now, and keeps the answer for the screen. */
export async function loadRequirements(wallet: Wallet, maxAgeMs: number): Promise<void> {
  const owner = currentOwner(wallet)
  if (owner === undefined || wallet.view.getState().isLoadingRequirements) return
  const { baseUrl } = owner.connection
  const recent = recentTerms(baseUrl, maxAgeMs)
  if (recent !== undefined) return wallet.view.setState({ requirements: recent })
  wallet.view.setState({ isLoadingRequirements: true })
  const answer = await wallet.api
    .topUpRequirements(owner.connection, new AbortController().signal)
    .catch(() => unreachable(owner))
  if ('required' in answer) saveTerms(baseUrl, answer)
  if (currentOwner(wallet)?.id !== owner.id) return
  const spare = recentTerms(baseUrl, SPARE_TERMS_AGE_MS)
  wallet.view.setState({
    isLoadingRequirements: false,
    requirements: 'required' in answer ? answer : (spare ?? { kind: 'failed', failure: answer }),
  })
}

/** Reads the wallet's own USDC on every chain of its family that can be read. */
export async function readUsdc(wallet: Wallet): Promise<void> {
  const owner = currentOwner(wallet)
  if (owner === undefined) return
  const { session, id } = owner
  const found = await Promise.all(
    allowedNetworks(wallet)
      .filter(({ family }) => family === session.family)
      .map(async (network): Promise<[string, bigint | 'unreadable']> => {
        const read = usdcBalance(wallet, network, session.address).catch(() => undefined)
        return [network.id, (await read) ?? 'unreadable']
      }),
  )
  if (currentOwner(wallet)?.id !== id) return
  wallet.view.setState({ usdc: Object.fromEntries(found) })
  await readCode(wallet, session.address)
}

async function readCode(wallet: Wallet, address: string): Promise<void> {
  const network = allowedNetworks(wallet).find(({ family }) => family === 'evm')
  const rpc = network && address.startsWith('0x') ? chainReader(wallet, network) : undefined
  const hasCode =
    rpc === undefined
      ? false
      : await import('../chain/evm-reads.ts')
          .then(({ isContract }) => isContract(rpc, address))
          .catch(() => false)
  if (wallet.session.getState().session?.address === address)
    wallet.view.setState({ isContractWallet: hasCode })
}
