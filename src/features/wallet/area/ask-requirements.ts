import { PAYMENT_NETWORKS, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { topUpRequirements } from '../../../core/client/wallet/top-up-requirements.ts'
import { keepTerms, recentTerms } from '../../../core/storage/payments/top-up-terms.ts'
import { client } from '../../../page/client.ts'
import { chainReader } from '../chain/chain-reader.ts'
import { evmUsdcBalance, isContract } from '../chain/evm-reads.ts'
import { solanaUsdcBalance } from '../chain/solana-reads.ts'
import { areaStore } from './area-store.ts'
import { currentOwner } from './owner.ts'

/** The chains on which payments to the current API may be signed. */
export function allowedNetworks(): readonly PaymentNetwork[] {
  const { local } = areaStore.getState()
  const isLocal = currentOwner()?.connection.kind === 'local'
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
export async function askRequirements(maxAgeMs: number): Promise<void> {
  const owner = currentOwner()
  if (owner === undefined || areaStore.getState().isAskingRequirements) return
  const { baseUrl } = owner.connection
  const recent = recentTerms(baseUrl, maxAgeMs)
  if (recent !== undefined) return areaStore.setState({ requirements: recent })
  areaStore.setState({ isAskingRequirements: true })
  const answer = await topUpRequirements(client, owner.connection, new AbortController().signal)
  if ('required' in answer) keepTerms(baseUrl, answer)
  if (currentOwner()?.id !== owner.id) return
  const spare = recentTerms(baseUrl, SPARE_TERMS_AGE_MS)
  areaStore.setState({
    isAskingRequirements: false,
    requirements: 'required' in answer ? answer : (spare ?? { kind: 'failed', failure: answer }),
  })
}

/** Reads the wallet's own USDC on every chain of its family that can be read. */
export async function readUsdc(): Promise<void> {
  const owner = currentOwner()
  if (owner === undefined) return
  const { session, id } = owner
  const local = areaStore.getState().local ?? undefined
  const found = await Promise.all(
    allowedNetworks()
      .filter(({ family }) => family === session.family)
      .map(async (network): Promise<[string, bigint | 'unreadable']> => {
        const rpc = chainReader(network, local)
        if (rpc === undefined) return [network.id, 'unreadable']
        const read =
          network.family === 'evm'
            ? evmUsdcBalance(rpc, network.asset, session.address)
            : import('../chain/usdc-transfer.ts').then(({ tokenAccountOf }) =>
                solanaUsdcBalance(rpc, tokenAccountOf(session.address, network.asset)),
              )
        return [network.id, await read.catch(() => 'unreadable' as const)]
      }),
  )
  if (currentOwner()?.id !== id) return
  areaStore.setState({ usdc: Object.fromEntries(found) })
  await readCode(session.address, local)
}

async function readCode(address: string, local: Parameters<typeof chainReader>[1]): Promise<void> {
  const network = allowedNetworks().find(({ family }) => family === 'evm')
  const rpc = network && address.startsWith('0x') ? chainReader(network, local) : undefined
  const hasCode = rpc === undefined ? false : await isContract(rpc, address).catch(() => false)
  areaStore.setState({ isContractWallet: hasCode })
}
